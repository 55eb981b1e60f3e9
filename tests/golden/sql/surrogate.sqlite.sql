-- A decision tree as SQL, made by Espalier from a model of "espalier 0.1.0". Do not edit: change the model and emit it again.
--
-- Predicts "state" ("idle", "busy" and "faulty") from 3 of 3 columns.
-- Tree: 5 nodes, 3 rules, at most 5 tests for an answer.
-- Trained on 22 rows; SHA-256 of the data "".
--   algorithm=cart
-- Accuracy on the training rows: 90.0 %.
-- For a missing value (NULL, or a text that training did not see) other columns decide, in the order that the tests give; at last the branch is fixed.
--
-- Reads these columns of "input", and adds "predicted_state" and "rule" to all that it has:
--     "current": a number, 0 to 9.75 in training
--     "load": a number, 0 to 100 in training
--     "phase": text, 3 known values
-- Dialect: sqlite. WHEN takes a branch where its condition is true: a comparison with NULL is not.
-- espalier: {"language":"sql","version":"0.1.0","dialect":"sqlite","table":"input","model":"57c827a22b4ef1aab9242d93cc5dcfaaa2ea15bbe8837a8f456e4dfc7b1344ae","fields":[{"feature":0,"type":"double","sentinel":false},{"feature":1,"type":"double","sentinel":false},{"feature":2,"type":"category","sentinel":false}]}
WITH "answers"("rule", "answer") AS (
  VALUES
    (1, 'idle'),  -- rule 1: 9 rows, 88.9 % "idle"
    (2, 'busy'),  -- rule 2: 10 rows, 90.0 % "busy"
    (3, 'faulty')  -- rule 3: 3 rows, 100.0 % "faulty"
)
SELECT
  i.*,
  a."answer" AS "predicted_state",
  a."rule" AS "rule"
FROM "input" AS i
LEFT JOIN "answers" AS a ON a."rule" = (SELECT
  CASE
    WHEN CASE
        WHEN n."current" <= 2.45 THEN 1 WHEN n."current" > 2.45 THEN 0
        WHEN n."load" <= 30.5 THEN 1 WHEN n."load" > 30.5 THEN 0
        WHEN i."phase" IN ('start', 'stop') THEN 1 WHEN i."phase" = 'run' THEN 0
        ELSE 0 END = 1 THEN 1  -- "idle"
    WHEN CASE
        WHEN i."phase" IN ('start', 'run') THEN 1 WHEN i."phase" = 'stop' THEN 0
        WHEN n."load" <= 90.0 THEN 1 WHEN n."load" > 90.0 THEN 0
        ELSE 1 END = 1 THEN 2  -- "busy"
    ELSE 3  -- "faulty"
  END
-- The numbers, also where the table has them as texts. What is no number is missing.
FROM (SELECT
  CASE typeof(i."current") WHEN 'text' THEN CASE WHEN i."current" = CAST(i."current" AS NUMERIC) THEN CAST(i."current" AS REAL) END WHEN 'blob' THEN NULL ELSE i."current" END AS "current",
  CASE typeof(i."load") WHEN 'text' THEN CASE WHEN i."load" = CAST(i."load" AS NUMERIC) THEN CAST(i."load" AS REAL) END WHEN 'blob' THEN NULL ELSE i."load" END AS "load"
  LIMIT 1) AS n);
