import { expect, it } from 'vitest';
import { summaryOf, summaryOfAll } from './trace-statements.ts';

it.each([
  ['SELECT "public"."orders"."id" FROM "public"."orders" WHERE name = \'Byron\'', 'SELECT orders'],
  ['WITH found AS (SELECT 1 FROM orders) SELECT * FROM found', 'SELECT orders'],
  ['WITH made AS (INSERT INTO webhook_event (id) SELECT 1 FROM orders RETURNING id) SELECT 1', 'INSERT webhook_event'],
  ['UPDATE "availability" SET booked = 1', 'UPDATE availability'],
  ['DELETE FROM "public"."webhook_event" WHERE id = 1', 'DELETE webhook_event'],
  ['SELECT id FROM orders FOR UPDATE', 'SELECT orders'],
  ['BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', 'BEGIN'],
  // Words that are no tables are values or names of others.
  ["SELECT extract(year FROM secret), 'from canary'", 'SELECT'],
  ["'canary'", 'SQL'],
])('the summary of %s is %s', (text, summary) => {
  expect(summaryOf(text)).toBe(summary);
});

it('names statements that are sent together once for each kind', () => {
  const select = 'SELECT 1 FROM orders';
  expect(summaryOfAll(['BEGIN', select, `${select} WHERE id = 1`, 'COMMIT'])).toBe('BEGIN; SELECT orders; COMMIT');
});
