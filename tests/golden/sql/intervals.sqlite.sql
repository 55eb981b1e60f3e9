-- A decision tree as SQL, made by Espalier from a model of "espalier 0.1.0". Do not edit: change the model and emit it again.
--
-- Predicts "risk" ("low", "middle" and "high") from 3 of 3 columns.
-- Tree: 14 nodes, 11 rules, at most 7 tests for an answer.
-- Trained on 52 rows; SHA-256 of the data "".
--   algorithm=id3
-- Accuracy on the training rows: 90.0 %.
-- A missing value (NULL, or a text that training did not see) is a value of its own, with a branch that training chose.
--
-- Reads these columns of "input", and adds "predicted_risk" and "rule" to all that it has:
--     "age": a number, 18 to 92 in training
--     "ratio": a number, 0 to 1 in training
--     "sex": text, 2 known values
-- Dialect: sqlite. WHEN takes a branch where its condition is true: a comparison with NULL is not.
-- espalier: {"language":"sql","version":"0.1.0","dialect":"sqlite","table":"input","model":"ccb926d3c48e31defd2ab92ca59f1a09a1e4264cbbb99531e8db5988ba94b3c0","fields":[{"feature":0,"type":"double","sentinel":false},{"feature":1,"type":"double","sentinel":false},{"feature":2,"type":"category","sentinel":false}]}
WITH "answers"("rule", "answer") AS (
  VALUES
    (1, 'low'),  -- rule 1: 8 rows, 100.0 % "low"
    (2, 'middle'),  -- rule 2: 7 rows, 85.7 % "middle"
    (3, 'low'),  -- rule 3: 4 rows, 100.0 % "low"
    (4, 'middle'),  -- rule 4: 5 rows, 100.0 % "middle"
    (5, 'high'),  -- rule 5: 3 rows, 100.0 % "high"
    (6, 'middle'),  -- rule 6: 1 row, 100.0 % "middle"
    (7, 'low'),  -- rule 7: 7 rows, 85.7 % "low"
    (8, 'middle'),  -- rule 8: 7 rows, 57.1 % "middle"
    (9, 'high'),  -- rule 9: 7 rows, 100.0 % "high"
    (10, 'middle'),  -- rule 10: 1 row, 100.0 % "middle"
    (11, 'high')  -- rule 11: 2 rows, 100.0 % "high"
)
SELECT
  i.*,
  a."answer" AS "predicted_risk",
  a."rule" AS "rule"
FROM "input" AS i
LEFT JOIN "answers" AS a ON a."rule" = (SELECT
  CASE
    WHEN n."age" IS NOT NULL THEN
      CASE
        WHEN n."age" <= 50.0 THEN
          CASE
            WHEN n."age" <= 30.0 THEN 1  -- "low"
            WHEN n."age" <= 40.0 THEN 2  -- "middle"
            WHEN n."ratio" IS NOT NULL THEN
              CASE
                WHEN n."ratio" <= 0.2 THEN 3  -- "low"
                WHEN n."ratio" <= 0.6 THEN 4  -- "middle"
                ELSE 5  -- "high"
              END
            ELSE 6  -- "middle"
          END
        WHEN n."age" <= 60.0 THEN 7  -- "low"
        WHEN n."age" <= 70.0 THEN 8  -- "middle"
        ELSE 9  -- "high"
      END
    WHEN i."sex" IN ('f', 'm') THEN 10  -- "middle"
    ELSE 11  -- "high"
  END
-- The numbers, also where the table has them as texts. What is no number is missing.
FROM (SELECT
  CASE typeof(i."age") WHEN 'text' THEN CASE WHEN i."age" = CAST(i."age" AS NUMERIC) THEN CAST(i."age" AS REAL) END WHEN 'blob' THEN NULL ELSE i."age" END AS "age",
  CASE typeof(i."ratio") WHEN 'text' THEN CASE WHEN i."ratio" = CAST(i."ratio" AS NUMERIC) THEN CAST(i."ratio" AS REAL) END WHEN 'blob' THEN NULL ELSE i."ratio" END AS "ratio"
  LIMIT 1) AS n);
