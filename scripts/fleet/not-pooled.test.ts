import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../set-up/project.mjs';
import { NOT_POOLED } from './not-pooled.ts';

it('names test files that exist, each with a reason, and no more than these', () => {
  for (const [file, reason] of Object.entries(NOT_POOLED))
    expect([file, existsSync(join(root, file)), reason.length > 40]).toEqual([file, true, true]);
  // One more needs a reason that convinces a reviewer here.
  expect(Object.keys(NOT_POOLED)).toHaveLength(2);
});
