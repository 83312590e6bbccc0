import type { Page } from '@playwright/test';
import { ADMIN, expect, STAFF, test } from '../fixtures.ts';
import { tabTo } from '../keyboard.ts';
import { BERLIN, HAMBURG, MUNICH, sell } from '../sell.ts';
import { arrange, changePickup } from './pickups.ts';

/** Far in the future, where nobody has jobs; each test uses its own days. */
const dayOf = (test: number) => `2031-05-${String(test).padStart(2, '0')}`;

const cardOf = (page: Page, id: number | undefined) =>
  page.getByRole('button', { name: new RegExp(`^Move .*Pickup of order ${id}\\b`) });

const calendarOf = (page: Page) => page.getByRole('region', { name: 'Calendar', exact: true });

/** Opens a person from the board by links, so that the board stays in the cache. */
async function openPerson(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'People' }).click();
  await page.getByRole('searchbox', { name: 'Search people' }).fill(name);
  // A row that moves to its place among the found ones between the press and the release of the button has no click.
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
  await expect(page).toHaveURL(`/people?q=${name}`);
  await page.getByRole('link', { name: `Test ${name}` }).click();
  await expect(calendarOf(page)).toContainText('Times are local to the place of each job.');
}

/** Opens the board of a day by links, as it is in the cache or fetched again. */
async function backToBoard(page: Page, day: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dispatch' }).click();
  await page.getByLabel('First day').fill(day);
}

async function deleteAbsence(page: Page): Promise<void> {
  await calendarOf(page)
    .getByRole('button', { name: /^Delete the absence/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the absence' }).click();
  await expect(calendarOf(page)).toContainText('No absence is planned.');
}

test('an absence marks the jobs of a person on the board, until it is deleted', async ({ page, ask, hire, enter }) => {
  test.slow();
  const driver = await hire('Driver');
  await enter(page, await hire('Back office'));
  const day = dayOf(6);
  const [id = 0] = await arrange(page, ask, day, [{ time: '08:00', driver }]);
  await page.goto(`/dispatch?from=${day}`);
  await expect(cardOf(page, id)).not.toHaveAccessibleName(/Absent/);

  await openPerson(page, driver.name);
  await expect(calendarOf(page)).toContainText('No absence is planned.');
  await expect(calendarOf(page)).toContainText('is available at all hours.');
  await calendarOf(page).getByRole('button', { name: 'Add absence' }).click();
  const dialog = page.getByRole('dialog', { name: /^Add an absence/ });
  await dialog.getByLabel('First day').fill(day);
  await expect(dialog.getByLabel('Last day')).toHaveValue(day);
  await dialog.getByLabel('Last day').fill(dayOf(5));
  await dialog.getByRole('button', { name: 'Add absence' }).click();
  await expect(dialog.getByText('The last day must not be before the first day.')).toBeVisible();
  await dialog.getByLabel('Last day').fill(dayOf(7));
  await dialog.getByLabel('Reason').fill('x'.repeat(201));
  await dialog.getByRole('button', { name: 'Add absence' }).click();
  await expect(dialog.getByText('The reason must have at most 200 characters.')).toBeVisible();
  await dialog.getByLabel('Reason').fill('holiday');
  await dialog.getByRole('button', { name: 'Add absence' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(calendarOf(page).getByRole('list', { name: 'Absences' })).toHaveText(/6.+7 May 2031.*holiday/);
  await backToBoard(page, day);
  await expect(cardOf(page, id)).toHaveAccessibleName(/Absent/);

  // After the job, on the same day.
  await page.goto(`/people/${driver.id}`);
  await calendarOf(page)
    .getByRole('button', { name: /^Change the absence of 6/ })
    .click();
  const change = page.getByRole('dialog', { name: /^Change an absence/ });
  await change.getByRole('switch', { name: 'Whole days' }).click();
  await change.getByLabel('Last day').fill(day);
  await change.getByLabel('From').fill('14:00');
  await change.getByLabel('Until').fill('13:00');
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(change.getByText('The end must be after the start.')).toBeVisible();
  await change.getByLabel('Until').fill('18:00');
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(change).toHaveCount(0);
  await expect(calendarOf(page).getByRole('list', { name: 'Absences' })).toHaveText(/6 May 2031, 14:00.*18:00/);
  await page.goto(`/dispatch?from=${day}`);
  await expect(cardOf(page, id)).not.toHaveAccessibleName(/Absent/);

  await page.goto(`/people/${driver.id}`);
  await deleteAbsence(page);
  await expect(calendarOf(page).getByRole('button', { name: 'Add absence' })).toBeFocused();
});

test('working hours mark the jobs outside of them, until they are removed', async ({ page, ask, hire, enter }) => {
  test.slow();
  const driver = await hire('Driver');
  await enter(page, await hire('Back office'));
  const day = dayOf(8);
  const [id = 0] = await arrange(page, ask, day, [{ time: '07:00', driver }]);
  await page.goto(`/dispatch?from=${day}`);
  await expect(cardOf(page, id)).not.toHaveAccessibleName(/Absent/);

  await openPerson(page, driver.name);
  await calendarOf(page).getByRole('button', { name: 'Edit working hours' }).click();
  const dialog = page.getByRole('dialog', { name: /^Working hours of/ });
  const add = dialog.getByRole('button', { name: 'Add hours on Monday' });
  await add.click();
  await add.click();
  await dialog.getByLabel('Start on Monday, hours 2').fill('16:00');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('These hours need a start and an end.')).toBeVisible();
  await dialog.getByLabel('End on Monday, hours 2').fill('20:00');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('These hours must not overlap Monday 09:00 – 17:00.')).toBeVisible();
  await expect(dialog.getByLabel('Start on Monday, hours 2')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Start on Monday, hours 2').fill('18:00');
  await dialog.getByLabel('End on Monday, hours 2').fill('02:00');
  await expect(dialog.getByText('next day')).toBeVisible();
  await dialog.getByRole('button', { name: 'Copy to all days: the hours of Monday' }).click();
  await dialog.getByRole('button', { name: 'Remove the hours on Sunday, hours 2' }).click();
  await expect(dialog.getByRole('button', { name: 'Add hours on Sunday' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(calendarOf(page).getByText('09:00 – 17:00, 18:00 – 02:00 (next day)')).toHaveCount(6);
  await expect(calendarOf(page).getByText('09:00 – 17:00', { exact: true })).toHaveCount(1);
  await backToBoard(page, day);
  await expect(cardOf(page, id)).toHaveAccessibleName(/Absent/);

  await page.goto(`/people/${driver.id}`);
  await calendarOf(page).getByRole('button', { name: 'Edit working hours' }).click();
  await dialog.getByRole('button', { name: 'Remove all hours' }).click();
  await expect(dialog.getByRole('status')).toHaveText('Without hours, the person is available at all hours.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(calendarOf(page)).toContainText('is available at all hours.');
  await page.goto(`/dispatch?from=${day}`);
  await expect(cardOf(page, id)).not.toHaveAccessibleName(/Absent/);
});

test('a travel time between two cities ends a clash, and removing it brings the clash back', async ({
  page,
  ask,
  hire,
  enter,
}) => {
  test.slow();
  const driver = await hire('Driver');
  await enter(page, ADMIN);
  const day = dayOf(12);
  const [{ id: first } = { id: 0 }, { id: second } = { id: 0 }] = [
    ...(await sell(BERLIN, 1)),
    ...(await sell(MUNICH, 1)),
  ];
  await changePickup(page, ask, first, { date: day, time: '08:00', driverId: driver.id });
  await changePickup(page, ask, second, { date: day, time: '11:00', driverId: driver.id });
  await page.goto(`/dispatch?from=${day}`);
  const clashes = page.getByRole('region', { name: 'Clashes' });
  await expect(clashes).toContainText(`${second}`);

  await page.getByRole('link', { name: 'Rules' }).click();
  await expect(page).toHaveURL('/dispatch/rules');
  const section = page.getByRole('region', { name: 'Travel times', exact: true });
  await section.getByRole('button', { name: 'Add travel time' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('The city must be chosen.')).toHaveCount(2);
  await expect(dialog.getByText('The time must be a number of minutes.')).toBeVisible();
  for (const [label, city] of [
    ['One city', 'Berlin'],
    ['Other city', 'Munich'],
  ] as const) {
    await dialog.getByRole('combobox', { name: label }).fill(city);
    await page.getByRole('option', { name: new RegExp(`^${city},`) }).click();
  }
  await dialog.getByLabel('Minutes').fill('5000');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('The time must be between 0 and 1440.')).toBeVisible();
  await dialog.getByLabel('Minutes').fill('30');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  const row = section.getByRole('row').filter({ hasText: 'Berlin' }).filter({ hasText: 'Munich' });
  await expect(row).toContainText('30 minutes');
  await page.goto(`/dispatch?from=${day}`);
  await expect(cardOf(page, second)).toBeVisible();
  await expect(clashes).toHaveCount(0);

  await page.goto('/dispatch/rules');
  await row.getByRole('button', { name: /^Change/ }).click();
  await dialog.getByLabel('Minutes').fill('45');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('45 minutes');
  await row.getByRole('button', { name: /^Remove/ }).click();
  await dialog.getByRole('button', { name: 'Remove the travel time' }).click();
  await expect(row).toHaveCount(0);
  await page.goto(`/dispatch?from=${day}`);
  await expect(clashes).toContainText(`${second}`);

  await page.goto('/audit');
  await expect(page.getByRole('row', { name: /Changed the dispatch rules of/ }).first()).toBeVisible();
});

test('the estimate of a product changes when its jobs end on the board', async ({ page, ask, hire, enter }) => {
  test.slow();
  const driver = await hire('Driver');
  await enter(page, ADMIN);
  const day = dayOf(14);
  // Of a product that no other test assigns: the change applies to all its jobs.
  const [order] = await sell(HAMBURG, 1);
  await changePickup(page, ask, order?.id ?? 0, { date: day, time: '08:00', driverId: driver.id });
  await page.goto(`/dispatch?from=${day}`);
  await expect(cardOf(page, order?.id)).toContainText('until about');

  await page.goto(`/catalogue/${order?.productId}`);
  const section = page.getByRole('region', { name: 'Dispatch estimates' });
  await expect(section).toContainText('As usual: 30 minutes');
  await section.getByRole('button', { name: 'Edit estimates' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Transfer estimate')).toHaveAttribute('placeholder', '30');
  await dialog.getByLabel('Transfer estimate').fill('1441');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('The number must be between 1 and 1440.')).toBeVisible();
  await dialog.getByLabel('Transfer estimate').fill('200');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(section).toContainText('200 minutes');
  await expect(page.getByRole('region', { name: 'Recent activity' })).toContainText('Changed the estimates of');
  await page.goto(`/dispatch?from=${day}`);
  await expect(cardOf(page, order?.id)).toContainText('until about 11:20');

  await page.goto(`/catalogue/${order?.productId}`);
  await section.getByRole('button', { name: 'Edit estimates' }).click();
  await dialog.getByLabel('Transfer estimate').fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(section).toContainText('As usual: 30 minutes');
});

test('an absence is added and deleted by keyboard alone', async ({ page, hire, enter }) => {
  const driver = await hire('Driver');
  await enter(page, await hire('Back office'));
  await page.goto(`/people/${driver.id}`);
  const add = calendarOf(page).getByRole('button', { name: 'Add absence' });
  await tabTo(page, add);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Add an absence/ });
  await expect(dialog.getByLabel('First day')).toBeFocused();
  await tabTo(page, dialog.getByLabel('Reason'));
  await page.keyboard.type('ill');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(calendarOf(page).getByRole('list', { name: 'Absences' })).toContainText('ill');
  await expect(add).toBeFocused();

  await tabTo(page, calendarOf(page).getByRole('button', { name: /^Delete the absence/ }));
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Delete this absence?' });
  await tabTo(page, question.getByRole('button', { name: 'Delete the absence' }));
  await page.keyboard.press('Enter');
  await expect(calendarOf(page)).toContainText('No absence is planned.');
  await expect(add).toBeFocused();

  await page.keyboard.press('Control+K');
  await page.getByRole('dialog').getByRole('combobox').fill('dispatch rules');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dispatch/rules');
});

const CREATE_ROLE = `mutation ($organizationId: SafeInt!, $input: RoleInput!) {
  createRole(organizationId: $organizationId, input: $input) { role { role { id: databaseId } } } }`;

test('viewers without the right see calendars, rules and estimates without controls', async ({
  page,
  ask,
  hire,
  enter,
}) => {
  const driver = await hire('Driver');
  await enter(page, ADMIN);
  const { viewer } = await ask<{ viewer: { organizations: { id: number }[] } }>(
    page,
    '{ viewer { organizations { id: databaseId } } }',
  );
  const organizationId = viewer.organizations[0]?.id ?? 0;
  const name = `Reception ${Date.now()}`;
  await ask(page, CREATE_ROLE, { organizationId, input: { name, permissions: ['console.access'] } });
  await enter(page, await hire(name));
  await page.goto(`/people/${driver.id}`);
  await expect(calendarOf(page)).toContainText(
    'Only staff who see all orders of the organization can change this calendar.',
  );
  await expect(calendarOf(page).getByRole('button')).toHaveCount(0);

  await enter(page, STAFF);
  await page.goto('/dispatch/rules');
  await expect(page.getByText('Only administrators of an organization can change its rules.')).toBeVisible();
  const estimates = page.getByRole('region', { name: 'Estimates', exact: true });
  await expect(estimates).toContainText('As usual: 50 km/h');
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
  const { products } = await ask<{ products: { id: number }[] }>(page, '{ products(perPage: 1) { id: databaseId } }');
  await page.goto(`/catalogue/${products[0]?.id}`);
  const times = page.getByRole('region', { name: 'Dispatch estimates' });
  await expect(times).toContainText('Guide estimate');
  await expect(times.getByRole('button')).toHaveCount(0);
});

test('estimates of the organization are set, and are as usual again', async ({ page, enter }) => {
  await enter(page, ADMIN);
  await page.goto('/dispatch/rules');
  const section = page.getByRole('region', { name: 'Estimates', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Estimates' });
  const edit = async (value: string) => {
    await section.getByRole('button', { name: 'Edit: Estimates' }).click();
    await expect(dialog.getByLabel('Travel margin')).toHaveAttribute('placeholder', '10');
    await dialog.getByLabel('Travel margin').fill(value);
    await dialog.getByRole('button', { name: 'Save' }).click();
  };
  await edit('241');
  await expect(dialog.getByText('The number must be between 0 and 240.')).toBeVisible();
  await dialog.getByLabel('Travel margin').fill('11');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(section).toContainText('11 minutes');
  await edit('');
  await expect(section).toContainText('As usual: 10 minutes');
});

for (const width of [375, 1280]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`calendars and rules fit ${width} pixels and are accessible in ${colorScheme} mode`, async ({
      page,
      hire,
      enter,
      expectAccessible,
    }) => {
      // Several pages are checked for accessibility.
      test.slow();
      const driver = await hire('Driver');
      await enter(page, ADMIN);
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      const check = async () => {
        await expectAccessible(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      };
      const dialog = page.getByRole('dialog');
      await page.goto(`/people/${driver.id}`);
      await calendarOf(page).getByRole('button', { name: 'Edit working hours' }).click();
      await dialog.getByRole('button', { name: 'Add hours on Monday' }).click();
      await dialog.getByRole('button', { name: 'Copy to all days: the hours of Monday' }).click();
      await check();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog).toHaveCount(0);
      await calendarOf(page).getByRole('button', { name: 'Add absence' }).click();
      await dialog.getByRole('switch', { name: 'Whole days' }).click();
      await check();
      await dialog.getByRole('button', { name: 'Add absence' }).click();
      await expect(calendarOf(page).getByRole('list', { name: 'Absences' })).toBeVisible();
      await check();
      await page.goto('/dispatch/rules');
      await check();
      await page.getByRole('button', { name: 'Add travel time' }).click();
      await expect(dialog.getByLabel('Minutes')).toBeVisible();
      await check();
    });
  }
}
