-- Which keys and values come together, and how often, the planner should know: also of tags that are named by `key:value`.
DROP STATISTICS "tag_values";
CREATE STATISTICS "tag_values" (dependencies, mcv) ON "key", "value_start" FROM "tag";
