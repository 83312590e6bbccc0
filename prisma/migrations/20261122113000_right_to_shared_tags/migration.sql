-- Tags of users, roles, cities, categories and products need a permission of their own. Staff keep what they could do until
-- now: roles that see every order of their organization, open the console or administer it. Roles that only sell do not get it.
INSERT INTO "permission" ("name", "description")
SELECT 'tags.change-shared', 'Change tags of users, roles, cities, categories and products.'
WHERE EXISTS (SELECT FROM "role")
ON CONFLICT DO NOTHING;

INSERT INTO "role_permission" ("role_id", "permission_name")
SELECT DISTINCT "role_id", 'tags.change-shared' FROM "role_permission"
WHERE "permission_name" IN ('orders.view-all', 'console.access', 'administration')
ON CONFLICT DO NOTHING;
