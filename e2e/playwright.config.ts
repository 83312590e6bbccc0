import { defineConfig } from '@playwright/test';
import { resolveBrowser } from './browser/resolve.ts';

const long = process.env.TEST_LONG === '1';
const { executablePath, env } = resolveBrowser();

export default defineConfig({
  testDir: './tests',
  testMatch: long ? '**/*.long.spec.ts' : '**/*.spec.ts',
  testIgnore: long ? [] : '**/*.long.spec.ts',
  globalSetup: './global-setup.ts',
  outputDir: './test-results',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  // Patience for a machine that does other things besides; nothing waits longer than it must.
  timeout: 45_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    // Set by the global set-up before the workers start.
    baseURL: process.env.E2E_CONSOLE_URL,
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    // Nothing is measured in the middle of a movement.
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'Europe/Vienna',
    // Costs a third of the time; switched on to look into a failure.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none', '--disable-lcd-text'],
      env: { ...process.env, ...env },
    },
  },
});
