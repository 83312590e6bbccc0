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
  // Generous for a machine under load; passing assertions do not wait for it.
  timeout: 45_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    // Set by the global setup before the workers start.
    baseURL: process.env.E2E_CONSOLE_URL,
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    // No animations while elements are checked.
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'Europe/Vienna',
    // Takes a third of the time; enable it to investigate a failure.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none', '--disable-lcd-text'],
      env: { ...process.env, ...env },
    },
  },
});
