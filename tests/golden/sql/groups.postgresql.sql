-- A decision tree as SQL, made by Espalier from a model of "espalier 0.1.0". Do not edit: change the model and emit it again.
--
-- Predicts "fruit" ("apple" and "pear") from 2 of 2 columns.
-- Tree: 6 nodes, 4 rules, at most 3 tests for an answer.
-- Trained on 17 rows; SHA-256 of the data "".
--   algorithm=c45 group-values=yes
-- Accuracy on the training rows: 94.0 %.
-- A missing value (NULL, NaN, or a text that training did not see) takes the branch that most training rows took.
--
-- Reads these columns of "input", and adds "predicted_fruit" and "rule" to all that it has:
--     "colour": text, 5 known values
--     "shape": text, 2 known values
-- Dialect: postgresql. WHEN takes a branch where its condition is true: a comparison with NULL is not.
-- espalier: {"language":"sql","version":"0.1.0","dialect":"postgresql","table":"input","model":"fcbeacacae7aa4eef3da2cf94046acc9bc7cc11ffd8cbfcbf7e20157b7c0c6d4","fields":[{"feature":0,"type":"category","sentinel":false},{"feature":1,"type":"category","sentinel":false}]}
WITH "answers"("rule", "answer") AS (
  VALUES
    (1, 'apple'),  -- rule 1: 5 rows, 100.0 % "apple"
    (2, 'apple'),  -- rule 2: 5 rows, 80.0 % "apple"
    (3, 'pear'),  -- rule 3: 4 rows, 100.0 % "pear"
    (4, 'pear')  -- rule 4: 3 rows, 100.0 % "pear"
)
SELECT
  i.*,
  a."answer" AS "predicted_fruit",
  a."rule" AS "rule"
FROM "input" AS i
LEFT JOIN "answers" AS a ON a."rule" =
  CASE
    WHEN i."colour" = 'red' THEN 1  -- "apple"
    WHEN i."colour" = 'brown' THEN 4  -- "pear"
    WHEN i."shape" = 'round' THEN 2  -- "apple"
    ELSE 3  -- "pear"
  END
;
