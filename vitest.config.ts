import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { NOT_POOLED } from './scripts/fleet/not-pooled.ts';

/** Tests that load the machine for long, or that run a fleet; undefined for those of `npm test`. */
const slow = process.env.TEST_FLEET === '1' ? 'fleet' : process.env.TEST_LONG === '1' ? 'long' : undefined;

/** Changes modules of the core as they are loaded: nobody may have loaded them before, nor use them after. */
const ALONE = 'apps/api/contract/access.test.ts';

// `.data` may have other commits of this repository, which the benchmark compares.
const NOT_OURS = ['**/node_modules/**', '**/.next/**', '.data/**', 'e2e/**'];

/** Programs connect through a pooler: the tests of the API alone, without those that cannot hold there. */
const isPooled = Boolean(process.env.TEST_POOLER);

export default defineConfig({
  test: {
    globalSetup: ['./prisma/src/testing/global-setup.ts'],
    setupFiles: ['./apps/console/scripts/macros.ts'],
    pool: 'forks',
    // While one file waits for Postgres, another goes on. Slow tests load the machine by themselves.
    maxWorkers: slow ? 1 : Math.min(availableParallelism() + 1, 8),
    testTimeout: slow ? 600_000 : 90_000,
    hookTimeout: 90_000,
    // What is waited for comes late on a busy machine. Where it has to come in time, the test says in what time.
    expect: { poll: { timeout: 10_000 } },
    // Vite's own module runner would load a second copy of graphql ("another module or realm"); node loads one.
    experimental: { viteModuleRunner: false },
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: [slow ? `**/*.${slow}.test.ts` : isPooled ? 'apps/api/**/*.test.ts' : '**/*.test.ts'],
          exclude: [
            ...NOT_OURS,
            ALONE,
            ...(slow ? [] : ['**/*.{long,fleet}.test.ts']),
            ...(isPooled ? Object.keys(NOT_POOLED) : []),
          ],
          // Files share a process: each brings a database of its own, and nothing else is kept. Slow tests set the
          // environment of their process.
          isolate: slow !== undefined,
        },
      },
      ...(slow || isPooled
        ? []
        : [{ extends: true as const, test: { name: 'alone', include: [ALONE], exclude: NOT_OURS } }]),
    ],
  },
});
