-- A decision list as SQL, made by Espalier from a model of "espalier 0.1.0". Do not edit: change the model and emit it again.
--
-- Predicts "play" ("Don't Play" and "Play") from 3 of 4 columns.
-- List: 3 rules, of which the first that applies answers, at most 4 tests for an answer.
-- Trained on 14 rows; SHA-256 of the data "3f806c2ced548b0cff61343ed3d746082db504ec72f1a377d9c1fde9fcf43ede".
--   algorithm=c45 criterion=gain-ratio categorical-split=multiway threshold=observed max-depth=0 min-split=4
--   min-leaf=2 min-gain=0 missing=refuse smoothing=m:2 prune=none
--   simplify-model=38d90998dfa7f43cc503b00beb930ea4d7d7c2176a361a4682a5967e11a7f2e6
--   simplify-rows=3f806c2ced548b0cff61343ed3d746082db504ec72f1a377d9c1fde9fcf43ede simplify-confidence=0.25
-- Accuracy of always answering the most frequent class: 64.3 %.
-- Accuracy on the training rows: 100.0 %.
-- Probabilities are smoothed: every rule counts 2 rows more, of the classes as training had them.
-- A missing value (NULL, or a text that training did not see) meets no condition, unless the condition says so.
--
-- Reads these columns of "input", and adds "predicted_play" and "rule" to all that it has:
--     "outlook": text, 3 known values
--     "humidity": a number, 65 to 96 in training
--     "windy": text, 2 known values
-- Dialect: sqlite. WHEN takes a branch where its condition is true: a comparison with NULL is not.
-- espalier: {"language":"sql","version":"0.1.0","dialect":"sqlite","table":"input","model":"90d3dfb36637cff0945b470272d5a2a51754aa28403191ac2f34b2e0f6c71c59","fields":[{"feature":0,"type":"category","sentinel":false},{"feature":2,"type":"double","sentinel":false},{"feature":3,"type":"category","sentinel":false}]}
WITH "answers"("rule", "answer") AS (
  VALUES
    (1, 'Don''t Play'),  -- rule 1: 3 rows, 100.0 % "Don't Play"
    (2, 'Don''t Play'),  -- rule 2: 2 rows, 100.0 % "Don't Play"
    (3, 'Play')  -- rule 3: 9 rows, 100.0 % "Play"
)
SELECT
  i.*,
  a."answer" AS "predicted_play",
  a."rule" AS "rule"
FROM "input" AS i
LEFT JOIN "answers" AS a ON a."rule" = (SELECT
  CASE
    WHEN i."outlook" = 'sunny' AND n."humidity" > 75.0 THEN 1  -- "Don't Play"
    WHEN i."outlook" = 'rain' AND i."windy" = 'true' THEN 2  -- "Don't Play"
    ELSE 3  -- "Play"
  END
-- The numbers, also where the table has them as texts. What is no number is missing.
FROM (SELECT
  CASE typeof(i."humidity") WHEN 'text' THEN CASE WHEN i."humidity" = CAST(i."humidity" AS NUMERIC) THEN CAST(i."humidity" AS REAL) END WHEN 'blob' THEN NULL ELSE i."humidity" END AS "humidity"
  LIMIT 1) AS n);
