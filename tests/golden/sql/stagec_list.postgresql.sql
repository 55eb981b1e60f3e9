-- A decision list as SQL, made by Espalier from a model of "espalier 0.1.0". Do not edit: change the model and emit it again.
--
-- Predicts "pgstat" ("0" and "1") from 2 of 6 columns.
-- List: 3 rules, of which the first that applies answers, at most 4 tests for an answer.
-- Trained on 146 rows; SHA-256 of the data "b0f50b98bc0e2d1e8cc54253e535827332dcc87bd676d6f827b7da10559080c4".
--   algorithm=cart criterion=gini categorical-split=auto threshold=midpoint max-depth=4 min-split=2 min-leaf=1
--   min-gain=0 missing=learned smoothing=m:2 prune=cost-complexity alpha=0.00684931506849315 prune-folds=10
--   se-margin=0.3 prune-seed=1 simplify-model=e881c38591ca17e7f51abdbf9ff8ccc0c3fada5067739232da126fd14d2d7c69
--   simplify-rows=b0f50b98bc0e2d1e8cc54253e535827332dcc87bd676d6f827b7da10559080c4 simplify-confidence=0.25
-- Accuracy of always answering the most frequent class: 63.0 %.
-- Accuracy on the training rows: 78.1 %.
-- Probabilities are smoothed: every rule counts 2 rows more, of the classes as training had them.
-- A missing value (NULL, NaN, or a text that training did not see) meets no condition, unless the condition says so.
--
-- Reads these columns of "input", and adds "predicted_pgstat" and "rule" to all that it has:
--     "g2": a number, 2.4 to 54.93 in training
--     "grade": a number, 1 to 4 in training
-- Dialect: postgresql. WHEN takes a branch where its condition is true: a comparison with NULL is not.
-- espalier: {"language":"sql","version":"0.1.0","dialect":"postgresql","table":"input","model":"af922e61b9491771e9a396a4f5e6a249ecfdc10f778628ea991e5f908c717cf5","fields":[{"feature":2,"type":"double","sentinel":false},{"feature":3,"type":"double","sentinel":false}]}
WITH "answers"("rule", "answer") AS (
  VALUES
    (1, '1'),  -- rule 1: 6 rows, 100.0 % "1"
    (2, '1'),  -- rule 2: 22 rows, 86.4 % "1"
    (3, '0')  -- rule 3: 118 rows, 75.4 % "0"
)
SELECT
  i.*,
  a."answer" AS "predicted_pgstat",
  a."rule" AS "rule"
FROM "input" AS i
LEFT JOIN "answers" AS a ON a."rule" =
  CASE
    WHEN i."grade" > float8 '3.5' AND i."grade" < float8 'NaN' THEN 1  -- "1"
    WHEN (i."grade" > float8 '2.5' OR i."grade" IS NULL)
        AND i."g2" > float8 '13.2' AND i."g2" < float8 'NaN'
        AND (i."g2" <= float8 '17.91' OR i."g2" IS NULL OR i."g2" = float8 'NaN') THEN 2  -- "1"
    ELSE 3  -- "0"
  END
;
