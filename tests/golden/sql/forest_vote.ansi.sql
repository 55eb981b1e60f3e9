-- 3 decision trees as SQL, made by Espalier from a model of "by hand". Do not edit: change the model and emit it again.
--
-- Predicts "answer" ("a", "b" and "c") from 3 of 3 columns.
-- Trees, which vote: 13 nodes, 8 rules, at most 5 tests for an answer.
-- A missing value (NULL, or a text that training did not see) takes the branch that most training rows took.
--
-- Reads these columns of "input", and adds "predicted_answer" to all that it has:
--     "x": a number, 0 to 100 in training
--     "color": text, 3 known values
--     "y": a number, 0 to 1 in training
-- Dialect: ansi. WHEN takes a branch where its condition is true: a comparison with NULL is not.
-- A tree's column says which label it votes for.
-- espalier: {"language":"sql","version":"0.1.0","dialect":"ansi","table":"input","model":"d92cddf6e88cbc18073e4b43195987e2155946bbf4d5fd1a6464af38309b9cc6","fields":[{"feature":0,"type":"double","sentinel":false},{"feature":1,"type":"category","sentinel":false},{"feature":2,"type":"double","sentinel":false}]}
SELECT
  i.*,
  (
    WITH
    trees_1 AS (
      SELECT DISTINCT
        CASE
          WHEN i."x" <= 10E0 THEN 1  -- rule 1: "a"
          ELSE 2  -- rule 2: "b"
        END
        AS "tree_1",
        CASE
          WHEN i."color" = 'red' THEN 3  -- rule 1: "c"
          WHEN i."y" <= 0.5E0 THEN 1  -- rule 2: "a"
          ELSE 2  -- rule 3: "b"
        END
        AS "tree_2",
        CASE
          WHEN i."x" <= 50E0 THEN 3  -- rule 1: "c"
          WHEN i."color" = 'green' THEN 2  -- rule 2: "b"
          ELSE 1  -- rule 3: "a"
        END
        AS "tree_3"
      ),
    sums_1 AS (
      SELECT DISTINCT
        CASE t."tree_1" WHEN 1 THEN 1 ELSE 0 END + CASE t."tree_2" WHEN 1 THEN 1 ELSE 0 END + CASE t."tree_3" WHEN 1 THEN 1 ELSE 0 END AS "sum_1",
        CASE t."tree_1" WHEN 2 THEN 1 ELSE 0 END + CASE t."tree_2" WHEN 2 THEN 1 ELSE 0 END + CASE t."tree_3" WHEN 2 THEN 1 ELSE 0 END AS "sum_2",
        CASE t."tree_1" WHEN 3 THEN 1 ELSE 0 END + CASE t."tree_2" WHEN 3 THEN 1 ELSE 0 END + CASE t."tree_3" WHEN 3 THEN 1 ELSE 0 END AS "sum_3"
      FROM trees_1 AS t
      )
    SELECT
      CASE
        WHEN s."sum_1" >= s."sum_2" AND s."sum_1" >= s."sum_3" THEN 'a'
        WHEN s."sum_2" >= s."sum_3" THEN 'b'
        ELSE 'c' END
    FROM sums_1 AS s) AS "predicted_answer"
FROM "input" AS i;
