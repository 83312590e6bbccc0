import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { resolveBrowser } from '../browser/resolve.ts';
import globalSetup from '../global-setup.ts';
import { arrange } from './arrange.ts';
import { scenes, VIEWPORT } from './scenes.ts';

/*
 * `npm run screenshots`: takes a screenshot of every page of the console with the demo data, for docs/console.md. With
 * names as arguments, only those screenshots are saved; the preceding scenes still run.
 */

const folder = join(import.meta.dirname, '../../docs/console');
/** WebP quality: text stays sharp at a small total size. */
const QUALITY = 72;
/** Timeout of a scene, in milliseconds. */
const TIMEOUT = 20_000;

async function take(browser: Browser, wanted: readonly string[]): Promise<void> {
  const baseURL = process.env.E2E_CONSOLE_URL ?? '';
  const context = await browser.newContext({
    baseURL,
    viewport: VIEWPORT,
    locale: 'en-GB',
    timezoneId: 'Europe/Amsterdam',
    reducedMotion: 'reduce',
    colorScheme: 'light',
  });
  context.setDefaultTimeout(TIMEOUT);
  const page = await context.newPage();
  await page.goto('/login');
  if (wanted.length === 0 || wanted.includes('login')) await picture(page, 'login');
  const { subject, end } = await arrange(page);
  try {
    for (const [name, show] of Object.entries(scenes)) {
      await show(page, subject);
      if (wanted.length > 0 && !wanted.includes(name)) continue;
      await picture(page, name);
    }
  } finally {
    await end();
  }
}

async function picture(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
  // Wait until the content of the last response is painted.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 300))));
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  await session.detach();
  const file = join(folder, `${name}.webp`);
  writeFileSync(file, Buffer.from(data, 'base64'));
  console.log(`${name}.webp, ${(statSync(file).size / 1_000).toFixed(0)} KB`);
}

const USAGE = `Usage: npm run screenshots [-- NAME …]

Takes the screenshots of docs/console, or only those with these names: login, ${Object.keys(scenes).join(', ')}.`;

const wanted = process.argv.slice(2);
if (wanted.some((name) => name === '--help' || name === '-h')) {
  console.log(USAGE);
  process.exit(0);
}
mkdirSync(folder, { recursive: true });
if (wanted.length === 0) for (const name of readdirSync(folder)) rmSync(join(folder, name));
const end = await globalSetup();
try {
  const { executablePath, env } = resolveBrowser();
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none', '--disable-lcd-text'];
  const browser = await chromium.launch({ executablePath, args, env: { ...process.env, ...env } });
  try {
    await take(browser, wanted);
  } finally {
    await browser.close();
  }
} finally {
  await end();
}
process.disconnect?.();
