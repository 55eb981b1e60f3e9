-- A decision tree as SQL, made by Espalier from a model of "espalier 0.1.0". Do not edit: change the model and emit it again.
--
-- Predicts "price" (a number) from 3 of 3 columns.
-- Tree: 7 nodes, 4 rules, at most 2 tests for an answer.
-- Trained on 20 rows; SHA-256 of the data "".
--   algorithm=cart criterion=variance prune=none
-- Root mean squared error on the training rows: 26.46.
-- Root mean squared error by "10-fold cross-validation, seed 1": 61.5.
-- A missing value (NULL, or a text that training did not see) takes the branch that served the training rows better.
--
-- Reads these columns of "input", and adds "predicted_price" and "rule" to all that it has:
--     "area": a number, 18.5 to 240 in training
--     "rooms": a number, 1 to 9 in training
--     "district": text, 3 known values
-- Dialect: sqlite. WHEN takes a branch where its condition is true: a comparison with NULL is not.
-- espalier: {"language":"sql","version":"0.1.0","dialect":"sqlite","table":"input","model":"464e694d6cd6baa2baa76dc6feba23862486c176e93cf72c8ddbe969bd145b3a","output":"double","fields":[{"feature":0,"type":"double","sentinel":false},{"feature":1,"type":"double","sentinel":false},{"feature":2,"type":"category","sentinel":false}]}
WITH "answers"("rule", "answer") AS (
  VALUES
    (1, 120.1),  -- rule 1: 5 rows, mean 120.1
    (2, 230.0),  -- rule 2: 6 rows, mean 230
    (3, 610.7),  -- rule 3: 4 rows, mean 610.7
    (4, 363.75)  -- rule 4: 5 rows, mean 363.75
)
SELECT
  i.*,
  a."answer" AS "predicted_price",
  a."rule" AS "rule"
FROM "input" AS i
LEFT JOIN "answers" AS a ON a."rule" = (SELECT
  CASE
    WHEN n."area" <= 61.25 OR n."area" IS NULL THEN
      CASE
        WHEN n."rooms" <= 1.5 THEN 1  -- 120.1
        ELSE 2  -- 230
      END
    WHEN i."district" IN ('centre', 'river') THEN 3  -- 610.7
    ELSE 4  -- 363.75
  END
-- The numbers, also where the table has them as texts. What is no number is missing.
FROM (SELECT
  CASE typeof(i."area") WHEN 'text' THEN CASE WHEN i."area" = CAST(i."area" AS NUMERIC) THEN CAST(i."area" AS REAL) END WHEN 'blob' THEN NULL ELSE i."area" END AS "area",
  CASE typeof(i."rooms") WHEN 'text' THEN CASE WHEN i."rooms" = CAST(i."rooms" AS NUMERIC) THEN CAST(i."rooms" AS REAL) END WHEN 'blob' THEN NULL ELSE i."rooms" END AS "rooms"
  LIMIT 1) AS n);
