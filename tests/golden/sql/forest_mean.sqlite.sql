-- 3 decision trees as SQL, made by Espalier from a model of "by hand". Do not edit: change the model and emit it again.
--
-- Predicts "answer" ("a", "b" and "c") from 3 of 3 columns.
-- Trees, whose answers are averaged: 13 nodes, 8 rules, at most 5 tests for an answer.
-- A missing value (NULL, or a text that training did not see) takes the branch that most training rows took.
--
-- Reads these columns of "input", and adds "predicted_answer", the probability of each class and the sums behind them to all that it has:
--     "x": a number, 0 to 100 in training
--     "color": text, 3 known values
--     "y": a number, 0 to 1 in training
-- Dialect: sqlite. WHEN takes a branch where its condition is true: a comparison with NULL is not.
-- A tree's column has its leaf's shares of the labels, in parts of 65,536.
-- espalier: {"language":"sql","version":"0.1.0","dialect":"sqlite","table":"input","probabilities":true,"model":"44b304a5d6c7192fffac7a3c71017947ea9c9e6e8bb5ea3c43c870cc171d980b","fields":[{"feature":0,"type":"double","sentinel":false},{"feature":1,"type":"category","sentinel":false},{"feature":2,"type":"double","sentinel":false}]}
SELECT
  s.*,
  CASE substr(s."scores", 1, 1) WHEN '1' THEN 'a' WHEN '2' THEN 'b' WHEN '3' THEN 'c' END AS "predicted_answer",
  CAST(CAST(substr(s."scores", 3, 6) AS BIGINT) AS DOUBLE PRECISION) / 196608.0 AS "probability_a",
  CAST(CAST(substr(s."scores", 10, 6) AS BIGINT) AS DOUBLE PRECISION) / 196608.0 AS "probability_b",
  CAST(CAST(substr(s."scores", 17, 6) AS BIGINT) AS DOUBLE PRECISION) / 196608.0 AS "probability_c"
FROM (SELECT
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
          WHEN n."x" <= 10.0 THEN '65536 00000 00000'  -- rule 1: 100.0 % "a"
          ELSE '00000 40000 25536'  -- rule 2: 61.0 % "b"
        END
        AS "tree_1",
        CASE
          WHEN i."color" = 'red' THEN '00001 00002 65533'  -- rule 1: 100.0 % "c"
          WHEN n."y" <= 0.5 THEN '65535 00001 00000'  -- rule 2: 100.0 % "a"
          ELSE '00000 65536 00000'  -- rule 3: 100.0 % "b"
        END
        AS "tree_2",
        CASE
          WHEN n."x" <= 50.0 THEN '16384 16384 32768'  -- rule 1: 50.0 % "c"
          WHEN i."color" = 'green' THEN '00000 49152 16384'  -- rule 2: 75.0 % "b"
          ELSE '32768 32767 00001'  -- rule 3: 50.0 % "a"
        END
        AS "tree_3"
      FROM n
      LIMIT 1),
    sums_1 AS (
      SELECT
        CAST(substr(t."tree_1", 1, 5) AS INTEGER) + CAST(substr(t."tree_2", 1, 5) AS INTEGER) + CAST(substr(t."tree_3", 1, 5) AS INTEGER) AS "sum_1",
        CAST(substr(t."tree_1", 7, 5) AS INTEGER) + CAST(substr(t."tree_2", 7, 5) AS INTEGER) + CAST(substr(t."tree_3", 7, 5) AS INTEGER) AS "sum_2",
        CAST(substr(t."tree_1", 13, 5) AS INTEGER) + CAST(substr(t."tree_2", 13, 5) AS INTEGER) + CAST(substr(t."tree_3", 13, 5) AS INTEGER) AS "sum_3"
      FROM trees_1 AS t
      LIMIT 1)
    SELECT
      CASE
        WHEN s."sum_1" >= s."sum_2" AND s."sum_1" >= s."sum_3" THEN '1'
        WHEN s."sum_2" >= s."sum_3" THEN '2'
        ELSE '3' END
        || ' ' || substr(CAST(1000000 + s."sum_1" AS VARCHAR(20)), 2, 6)
        || ' ' || substr(CAST(1000000 + s."sum_2" AS VARCHAR(20)), 2, 6)
        || ' ' || substr(CAST(1000000 + s."sum_3" AS VARCHAR(20)), 2, 6)
    FROM sums_1 AS s LIMIT 1) AS "scores"
FROM "input" AS i LIMIT -1) AS s LIMIT -1;
