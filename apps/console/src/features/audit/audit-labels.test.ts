import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ACTIONS, OWN_ACTIONS } from './audit-labels.ts';

const ROOT = join(import.meta.dirname, '../../../../..');
/** An action in the audit log, and the first part of one whose second part is a parameter. */
const ACTION = /action: '([a-z-]+\.[a-z-]+)'/g;
const GROUP = /action: `([a-z-]+)\.\$\{/g;
/** Shown by the history of an order, whose creation is not in the log. */
const NOT_LOGGED = new Set(['order.made']);

it('names each action that the server logs', () => {
  const named = [...Object.keys(ACTIONS), ...Object.keys(OWN_ACTIONS)];
  const files = globSync('packages/*/src/**/*.ts', { cwd: ROOT, exclude: ['**/*.test.ts', '**/testing/**'] });
  const found = files.map((file) => readFileSync(join(ROOT, file), 'utf8'));
  const actions = found.flatMap((text) => [...text.matchAll(ACTION)].map(([, action = '']) => action));
  const groups = found.flatMap((text) => [...text.matchAll(GROUP)].map(([, group = '']) => group));
  expect(actions.length).toBeGreaterThan(20);
  expect(actions.filter((action) => !named.includes(action) && !NOT_LOGGED.has(action))).toEqual([]);
  expect(groups.filter((group) => !named.some((action) => action.startsWith(`${group}.`)))).toEqual([]);
});
