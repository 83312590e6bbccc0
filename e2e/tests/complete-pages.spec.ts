import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import { hold, pathOf } from '../hold.ts';
import { expect, test } from '../webhooks.ts';

const APP = new URL('../../apps/console/src/app/(console)/', import.meta.url).pathname;

/** The paths of all pages without parameters. The mailbox exists only in a demo without a mail server. */
const PATHS = globSync('**/page.tsx', { cwd: APP })
  .map((file) => `/${dirname(file)}`.replaceAll(/\/(?:\.|\([^)]+\))/g, '') || '/')
  .filter((path) => !path.includes('[') && path !== '/mailbox');

test('the document of a page is complete, without a placeholder that scripts replace', async ({
  adminPage: page,
  endpoint,
  orderId,
  change,
  received,
  hire,
}) => {
  await change();
  await received();
  const { id: personId } = await hire('Driver');
  const named = [`/orders/${orderId}`, `/people/${personId}`, `/webhooks/endpoints/${endpoint.id}`];
  expect(PATHS.length).toBeGreaterThan(15);
  for (const path of [...PATHS, ...named]) {
    const answer = await page.request.get(path);
    expect(answer.status(), path).toBe(200);
    const html = await answer.text();
    expect(html, path).toMatch(/<main[\s\S]*<h1/);
    // React writes what it did not wait for into hidden elements at the end.
    expect(html, path).not.toMatch(/<div hidden="" id="S:|<template id="B:/);
  }
});

test('a bar shows that the page of a followed link is being loaded', async ({ adminPage: page, expectAccessible }) => {
  await page.goto('/orders');
  const release = await hold(page, (route) => pathOf(route) === '/people');
  const bar = page.getByRole('progressbar', { name: 'The page is loading' });
  await expect(bar).toHaveCount(0);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'People' }).click();
  await expect(bar).toHaveCSS('opacity', '1');
  const box = await bar.boundingBox();
  expect([box?.x, box?.y]).toEqual([0, 0]);
  await expectAccessible(page);
  release();
  await expect(page.getByRole('heading', { name: 'People', level: 1 })).toBeVisible();
  await expect(bar).toHaveCount(0);
});
