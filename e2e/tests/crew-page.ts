import type { Browser, BrowserContextOptions, Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import jsQR from 'jsqr';
import type { Ask } from '../fixtures.ts';
import { arrange } from './pickups.ts';

const AMSTERDAM = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Amsterdam' });

/** The current day at the places of the jobs. */
export const today = (): string => AMSTERDAM.format(new Date());

/** Gives pickups of today to a driver. */
export const pickupsToday = (page: Page, ask: Ask, driver: { id: number }, times: string[]) =>
  arrange(
    page,
    ask,
    today(),
    times.map((time) => ({ time, driver })),
  );

/** A new personal link of a driver. */
export async function linkOf(page: Page, ask: Ask, personId: number): Promise<string> {
  const { viewer } = await ask<{ viewer: { organizations: { id: number }[] } }>(
    page,
    '{ viewer { organizations { id: databaseId } } }',
  );
  const { link } = await ask<{ link: { url: string } }>(
    page,
    'mutation ($p: SafeInt!, $o: SafeInt!) { link: createCrewLink(personId: $p, organizationId: $o) { link { url } } }',
    { p: personId, o: viewer.organizations[0]?.id },
  );
  return link.url;
}

/** The text of a QR code on a page, read from a picture of it. */
export async function decoded(code: Locator): Promise<string | undefined> {
  const picture = (await code.screenshot()).toString('base64');
  const { width, height, data } = await code.page().evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    canvas?.drawImage(bitmap, 0, 0);
    const image = canvas?.getImageData(0, 0, bitmap.width, bitmap.height);
    return { width: bitmap.width, height: bitmap.height, data: [...(image?.data ?? [])] };
  }, picture);
  return jsQR.default(Uint8ClampedArray.from(data), width, height)?.data;
}

/** A phone, with a page of its own. */
export async function phone(browser: Browser, more: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    baseURL: process.env.E2E_CONSOLE_URL,
    viewport: { width: 375, height: 740 },
    locale: 'en-GB',
    timezoneId: 'Europe/Vienna',
    reducedMotion: 'reduce',
    ...more,
  });
  return context.newPage();
}

/** The path of a link, for another address of the console. */
export const pathOf = (url: string): string => `/crew${new URL(url).hash}`;

/** Opens the jobs of a link that was opened. */
export const openJobs = (page: Page): Promise<void> => page.getByRole('button', { name: 'Open my jobs' }).click();

/** The card of the job at a time of day. */
export const jobAt = (page: Page, time: string): Locator =>
  page.getByRole('article').filter({ has: page.getByText(time, { exact: true }) });

/** Waits until the device keeps the page. */
export async function untilKept(page: Page): Promise<void> {
  const isKept = () =>
    page.evaluate(
      async () => navigator.serviceWorker.controller !== null && (await caches.match('/crew')) !== undefined,
    );
  await expect.poll(isKept).toBe(true);
}
