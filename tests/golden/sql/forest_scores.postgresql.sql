-- 3 decision trees as SQL, made by Espalier from a model of "by hand". Do not edit: change the model and emit it again.
--
-- Predicts "answer" ("no" and "yes") from 3 of 3 columns.
-- Trees, whose answers are added up: 13 nodes, 8 rules, at most 5 tests for an answer.
-- A missing value (NULL, NaN, or a text that training did not see) takes the branch that most training rows took.
--
-- Reads these columns of "input", and adds "predicted_answer", the probability of each class and the sums behind them to all that it has:
--     "x": a number, 0 to 100 in training
--     "color": text, 3 known values
--     "y": a number, 0 to 1 in training
-- Dialect: postgresql. WHEN takes a branch where its condition is true: a comparison with NULL is not.
-- A tree's column has what its leaf adds, in units of 2^-4: whole numbers, whose sums are exact.
-- espalier: {"language":"sql","version":"0.1.0","dialect":"postgresql","table":"input","probabilities":true,"model":"2237ff3d6f3425670296a63968c72829dac6bc6c6e7a642a761404bd2fcec855","fields":[{"feature":0,"type":"double","sentinel":false},{"feature":1,"type":"category","sentinel":false},{"feature":2,"type":"double","sentinel":false}]}
SELECT
  s.*,
  CASE WHEN s."scores" > 0 THEN 'yes' ELSE 'no' END AS "predicted_answer",
  float8 '1' - CASE WHEN (CAST(s."scores" AS DOUBLE PRECISION) / float8 '16') < float8 '-700' THEN float8 '0' WHEN (CAST(s."scores" AS DOUBLE PRECISION) / float8 '16') > float8 '700' THEN float8 '1' ELSE float8 '1' / (float8 '1' + EXP(-(CAST(s."scores" AS DOUBLE PRECISION) / float8 '16'))) END AS "probability_no",
  CASE WHEN (CAST(s."scores" AS DOUBLE PRECISION) / float8 '16') < float8 '-700' THEN float8 '0' WHEN (CAST(s."scores" AS DOUBLE PRECISION) / float8 '16') > float8 '700' THEN float8 '1' ELSE float8 '1' / (float8 '1' + EXP(-(CAST(s."scores" AS DOUBLE PRECISION) / float8 '16'))) END AS "probability_yes"
FROM (SELECT
  i.*,
  (
    WITH
    trees_1 AS (
      SELECT
        CASE
          WHEN i."x" <= float8 '10' THEN 24  -- rule 1: 1.5, 20 rows
          ELSE -1  -- rule 2: -0.0625, 80 rows
        END
        AS "tree_1",
        CASE
          WHEN i."color" = 'red' THEN 32  -- rule 1: 2, 10 rows
          WHEN i."y" <= float8 '0.5' THEN 0  -- rule 2: 0, 40 rows
          ELSE -48  -- rule 3: -3, 50 rows
        END
        AS "tree_2",
        CASE
          WHEN i."x" <= float8 '50' THEN 4  -- rule 1: 0.25, 50 rows
          WHEN i."color" = 'green' THEN 8  -- rule 2: 0.5, 30 rows
          ELSE -24  -- rule 3: -1.5, 20 rows
        END
        AS "tree_3"
      OFFSET 0),
    sums_1 AS (
      SELECT
        -8 + t."tree_1" + t."tree_2" + t."tree_3" AS "sum_1"
      FROM trees_1 AS t
      OFFSET 0)
    SELECT
      s."sum_1"
    FROM sums_1 AS s OFFSET 0) AS "scores"
FROM "input" AS i OFFSET 0) AS s OFFSET 0;
