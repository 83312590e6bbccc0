import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const long = process.env.TEST_LONG === '1';

export default defineConfig({
  test: {
    include: [long ? '**/*.long.test.ts' : '**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/.next/**', 'e2e/**', ...(long ? [] : ['**/*.long.test.ts'])],
    globalSetup: ['./prisma/src/testing/global-setup.ts'],
    pool: 'forks',
    // Files share a process, as rooms share the server's: each brings a database of its own, and nothing else is kept.
    isolate: false,
    // While one file waits for Postgres, another goes on. Long tests load the machine by themselves.
    maxWorkers: long ? 1 : Math.min(availableParallelism() + 1, 8),
    testTimeout: long ? 600_000 : 20_000,
    hookTimeout: 30_000,
    // Vite's own module runner would load a second copy of graphql ("another module or realm"); node loads one.
    experimental: { viteModuleRunner: false },
  },
});
