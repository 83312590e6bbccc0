import { expect, type Page } from '@playwright/test';
import { quietOrders } from '../../demo-orders.ts';
import { ADMIN, type Ask } from '../../fixtures.ts';
import { RIDE, sell } from '../../sell.ts';
import { enter } from '../../stack/session.ts';
import { jobAt, linkOf, openJobs, pathOf, pickupsToday } from '../crew-page.ts';
import { arrange, dayOf, driversOf } from '../pickups.ts';
import type { Shown } from './shown.ts';

const DRAFT =
  'mutation ($id: SafeInt!, $driver: SafeInt!) { draftDispatch(moves: [{ orderId: $id, task: pickup, personId: $driver }]) { draft { moves } } }';

const RULES = '{ dispatchRules { organizationId mayChange } catalogueCities { id: databaseId name } }';
const TRAVEL = `mutation ($organizationId: SafeInt!, $from: SafeInt!, $to: SafeInt!) {
  changeDispatchRules(organizationId: $organizationId, input: { travelTimes: [{ fromCityId: $from, toCityId: $to, minutes: 900 }] }) {
      rules {
      organizationId }
    } }`;
type Rules = {
  dispatchRules: { organizationId: number; mayChange: boolean }[];
  catalogueCities: { id: number; name: string }[];
};

/** Sets the travel time between two cities between which nobody drives. */
async function setTravelTime(page: Page, ask: Ask): Promise<void> {
  const { dispatchRules, catalogueCities } = await ask<Rules>(page, RULES);
  const idOf = (name: string) => catalogueCities.find((city) => city.name === name)?.id;
  const organizationId = dispatchRules.find(({ mayChange }) => mayChange)?.organizationId;
  await ask(page, TRAVEL, { organizationId, from: idOf('New York'), to: idOf('Chicago') });
}

/** The board, its rules and its manifest; batches; and the page of drivers and guides. */
export const dispatchPages: Shown[] = [
  {
    at: '/dispatch',
    name: 'the dispatch board',
    show: async ({ page, ask, check }) => {
      await page.goto('/dispatch?days=3');
      await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
      await check();
      const day = dayOf(9);
      await arrange(page, ask, day, [{ time: '08:00' }, { time: '10:00' }]);
      await page.goto(`/dispatch?days=3&from=${day}`);
      await expect(page.getByRole('button', { name: /^Move/ }).first()).toBeVisible();
    },
  },
  {
    at: '/dispatch',
    name: 'the dispatch board of guides, with a departure to move',
    show: async ({ page, check }) => {
      const [ride] = await sell(RIDE, 1);
      await page.goto(`/dispatch?view=guides&from=${ride?.day}&days=nothing`);
      await expect(page.getByRole('list', { name: 'Ignored filters' })).toBeVisible();
      await expect(page.getByRole('button', { name: /^Move/ }).first()).toBeVisible();
      await check();
      await page
        .getByRole('button', { name: /^Move .*passenger/ })
        .first()
        .click();
      await expect(page.getByRole('dialog', { name: 'Move guiding' })).toBeVisible();
    },
  },
  {
    at: '/dispatch',
    name: 'a draft with a clash, as it is moved, published and discarded',
    dialogs: [
      'features/dispatch/draft/move-dialog.tsx',
      'features/dispatch/draft/publish-dialog.tsx',
      'features/dispatch/draft/draft-bar.tsx',
    ],
    show: async ({ page, ask, hire, check }) => {
      await enter(page.context(), await hire('Back office'));
      const day = dayOf(12);
      const [driver] = await driversOf(page, ask);
      const [, drafted = 0] = await arrange(page, ask, day, [{ time: '08:00', driver }, { time: '08:10' }]);
      await ask(page, DRAFT, { id: drafted, driver: driver.id });
      await page.goto(`/dispatch?from=${day}`);
      await expect(page.getByRole('region', { name: 'Clashes' })).toBeVisible();
      await check();
      await page.getByRole('button', { name: new RegExp(`^Move .*Pickup of order ${drafted}\\b`) }).click();
      await expect(page.getByRole('dialog').getByRole('list', { name: 'Clashes of this job' })).toBeVisible();
      await check();
      await page.getByRole('button', { name: 'Close without moving' }).click();
      const bar = page.getByRole('region', { name: 'Draft' });
      await bar.getByRole('button', { name: 'Publish…' }).click();
      await expect(page.getByRole('list', { name: 'Clashes of the draft' })).toBeVisible();
      await check();
      await page.getByRole('button', { name: 'Not yet' }).click();
      await bar.getByRole('button', { name: 'Discard' }).click();
      await expect(page.getByRole('dialog', { name: 'Discard the draft?' })).toBeVisible();
    },
  },
  {
    at: '/dispatch/rules',
    name: 'the dispatch rules, as they are changed',
    dialogs: [
      'features/dispatch/rules/edit-estimates.tsx',
      'features/dispatch/rules/edit-penalty-unit.tsx',
      'features/dispatch/rules/edit-travel-time.tsx',
      'features/dispatch/rules/travel-times-section.tsx',
    ],
    show: async ({ page, ask, check }) => {
      await page.goto('/dispatch/rules');
      const estimates = page.getByRole('region', { name: 'Estimates', exact: true });
      await expect(estimates).toBeVisible();
      await check();
      await enter(page.context(), ADMIN);
      await setTravelTime(page, ask);
      await page.reload();
      await estimates.getByRole('button', { name: 'Edit: Estimates' }).click();
      await page.getByRole('dialog').getByLabel('Travel margin').fill('241');
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('The number must be between 0 and 240.')).toBeVisible();
      await check();
      await page.getByRole('dialog').getByLabel('Travel margin').fill('');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Edit: Cancellation policies' }).click();
      await expect(page.getByRole('dialog').getByLabel('Unit of penalty times')).toBeVisible();
      await check();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Add travel time' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('The city must be chosen.').first()).toBeVisible();
      await page.getByRole('dialog').getByRole('combobox', { name: 'One city' }).click();
      await expect(page.getByRole('option').first()).toBeVisible();
      await check();
      await page.reload();
      await page
        .getByRole('row', { name: 'Chicago' })
        .getByRole('button', { name: /^Remove/ })
        .click();
      await expect(page.getByRole('dialog', { name: 'Remove this travel time?' })).toBeVisible();
    },
  },
  {
    at: '/dispatch/manifest',
    name: 'the manifest',
    show: async ({ page }) => {
      await page.goto('/dispatch/manifest?view=guides');
      await expect(page.getByRole('button', { name: 'Print' })).toBeVisible();
    },
  },
  {
    at: '/dispatch/hand-over',
    name: 'the jobs to hand over, before a person is chosen and without jobs',
    show: async ({ page, hire, check }) => {
      const { id } = await hire('Driver');
      await page.goto('/dispatch/hand-over');
      await expect(page.getByRole('main').getByRole('combobox').first()).toBeVisible();
      await check();
      await page.goto(`/dispatch/hand-over?person=${id}`);
      await expect(page.getByRole('heading', { name: 'Nothing to hand over' })).toBeVisible();
    },
  },
  {
    at: '/batches',
    name: 'the list of batches',
    show: async ({ page }) => {
      await page.goto('/batches');
      await expect(page.getByRole('heading', { name: 'Batches', level: 1 })).toBeVisible();
    },
  },
  {
    at: '/batches/new',
    name: 'a new batch of tags, of a driver and without orders',
    show: async ({ page, ask, check }) => {
      await page.goto('/batches/new');
      await expect(page.getByRole('heading', { name: 'No orders chosen' })).toBeVisible();
      await check();
      await page.goto(`/batches/new?ids=${(await quietOrders(page, ask))[0]}`);
      await page.getByRole('radio', { name: /^Synchronise/ }).check();
      await check();
      await page.getByRole('radiogroup', { name: 'What to change' }).getByText('Driver').click();
      await page.getByRole('button', { name: 'Preview' }).click();
      await expect(page.getByText('Choose a person or “Unassigned”.')).toBeVisible();
    },
  },
  {
    at: '/batches/[id]',
    name: 'a batch as a preview, discarded and unknown',
    show: async ({ page, ask, check }) => {
      const { batch } = await ask<{ batch: { id: number } }>(
        page,
        `mutation ($ids: [SafeInt!]!) {
          batch: planBatch(orders: { ids: $ids }, change: { tags: { on: order, action: synchronise, tags: [] } }) { batch { id: databaseId } } }`,
        { ids: (await quietOrders(page, ask)).slice(0, 1) },
      );
      await page.goto(`/batches/${batch.id}`);
      await expect(page.getByText('Nothing has been changed yet')).toBeVisible();
      await check();
      await page.getByRole('button', { name: 'Discard' }).click();
      await expect(page.getByRole('row').filter({ hasText: 'Not processed' })).toBeVisible();
      await check();
      await page.goto('/batches/999999');
      await expect(page.getByRole('heading', { name: 'No such batch' })).toBeVisible();
    },
  },
  {
    at: '/crew',
    name: 'the page of drivers and guides',
    show: async ({ page, ask, hire, check }) => {
      const driver = await hire('Driver');
      await pickupsToday(page, ask, driver, ['21:15', '21:45']);
      await page.goto(pathOf(await linkOf(page, ask, driver.id)));
      await expect(page.getByRole('button', { name: 'Open my jobs' })).toBeVisible();
      await check();
      await openJobs(page);
      await jobAt(page, '21:15').getByRole('button', { name: 'Accept' }).click();
      await jobAt(page, '21:15').getByRole('button', { name: 'On the way' }).click();
      await page.getByRole('button', { name: 'Show in my calendar' }).click();
      await expect(page.getByLabel('Address of your calendar')).toBeVisible();
      const job = jobAt(page, '21:45');
      await job.getByRole('button', { name: 'Decline' }).click();
      await job.getByRole('button', { name: 'Decline the job' }).click();
      await expect(job).toContainText('The office needs a reason');
      await check();
      await job.getByLabel('Why can’t you do this job?').fill('My car broke down');
      await job.getByRole('button', { name: 'Decline the job' }).click();
      await expect(job).toContainText('Your reason: My car broke down');
      await check();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
      await check();
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Open your personal link' })).toBeVisible();
    },
  },
];
