-- 3 decision trees as SQL, made by Espalier from a model of "by hand". Do not edit: change the model and emit it again.
--
-- Predicts "answer" (a number) from 3 of 3 columns.
-- Trees, whose answers are averaged: 13 nodes, 8 rules, at most 5 tests for an answer.
-- A missing value (NULL, or a text that training did not see) takes the branch that most training rows took.
--
-- Reads these columns of "input", and adds "predicted_answer" to all that it has:
--     "x": a number, 0 to 100 in training
--     "color": text, 3 known values
--     "y": a number, 0 to 1 in training
-- Dialect: sqlite. WHEN takes a branch where its condition is true: a comparison with NULL is not.
-- A tree's column has what its leaf adds, in units of 2^-4: whole numbers, whose sums are exact.
-- espalier: {"language":"sql","version":"0.1.0","dialect":"sqlite","table":"input","model":"3de020f36fee1b6f1dab50c0fd9488bd0997bef7e1372bcb9c99daaeb938ab8c","output":"double","fields":[{"feature":0,"type":"double","sentinel":false},{"feature":1,"type":"category","sentinel":false},{"feature":2,"type":"double","sentinel":false}]}
SELECT
  i.*,
  (
    WITH
    -- The numbers, also where the table has them as texts. What is no number is missing.
    n AS (
      SELECT
        CASE typeof(i."x") WHEN 'text' THEN CASE WHEN i."x" = CAST(i."x" AS NUMERIC) THEN CAST(i."x" AS REAL) END WHEN 'blob' THEN NULL ELSE i."x" END AS "x",
        CASE typeof(i."y") WHEN 'text' THEN CASE WHEN i."y" = CAST(i."y" AS NUMERIC) THEN CAST(i."y" AS REAL) END WHEN 'blob' THEN NULL ELSE i."y" END AS "y"
      LIMIT 1),
    trees_1 AS (
      SELECT
        CASE
          WHEN n."x" <= 10.0 THEN 24  -- rule 1: 1.5, 20 rows
          ELSE -1  -- rule 2: -0.0625, 80 rows
        END
        AS "tree_1",
        CASE
          WHEN i."color" = 'red' THEN 1600  -- rule 1: 100, 10 rows
          WHEN n."y" <= 0.5 THEN 0  -- rule 2: 0, 40 rows
          ELSE 48  -- rule 3: 3, 50 rows
        END
        AS "tree_2",
        CASE
          WHEN n."x" <= 50.0 THEN 36  -- rule 1: 2.25, 50 rows
          WHEN i."color" = 'green' THEN 112  -- rule 2: 7, 30 rows
          ELSE -128  -- rule 3: -8, 20 rows
        END
        AS "tree_3"
      FROM n
      LIMIT 1),
    sums_1 AS (
      SELECT
        t."tree_1" + t."tree_2" + t."tree_3" AS "sum_1"
      FROM trees_1 AS t
      LIMIT 1)
    SELECT
      CAST(s."sum_1" AS DOUBLE PRECISION) / 3.0 / 16.0
    FROM sums_1 AS s LIMIT 1) AS "predicted_answer"
FROM "input" AS i;
