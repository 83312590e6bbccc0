import { ADMIN, expect, test } from '../fixtures.ts';

type Figures = {
  overview: {
    departures: object[];
    unassignedTransfers: { total: number; entries: { order: { id: number } }[] };
    ordersByDay: { date: string; made: number }[];
  };
};

const OVERVIEW = `{ overview {
  departures { id: departureId } unassignedTransfers(days: 7, first: 8) { total entries { order { id: databaseId } } } ordersByDay(days: 30) { date made }
} }`;

test('shows the figures of the day, with links to the orders', async ({ staffPage: page, ask }) => {
  const figure = (name: string) =>
    page
      .getByRole('main')
      .locator('dl > div')
      .filter({ has: page.getByText(name, { exact: true }) });
  const byDay = page.getByRole('region', { name: 'Orders by day' });
  const soon = { timeout: 2_000 };
  // Other tests sell orders and assign drivers meanwhile.
  await expect(async () => {
    await page.goto('/');
    const { overview } = await ask<Figures>(page, OVERVIEW);
    await expect(figure('Departures today')).toContainText(String(overview.departures.length), soon);
    await expect(figure('Transfers without a driver')).toContainText(String(overview.unassignedTransfers.total), soon);
    const made = overview.ordersByDay.reduce((sum, day) => sum + day.made, 0);
    await expect(byDay).toContainText(`${made} in 30 days of Europe/Amsterdam`, soon);
    await byDay.getByText('Show as a table').click();
    await expect(byDay.getByRole('row')).toHaveCount(31, soon);
    const [first] = overview.unassignedTransfers.entries;
    if (first) {
      await page
        .getByRole('link', { name: `Order ${first.order.id}`, exact: true })
        .first()
        .click(soon);
      await expect(page).toHaveURL(`/orders/${first.order.id}`);
    }
  }).toPass();
});

test('finds an audit log entry, and links to its resource', async ({ page, enter, ask, hire }) => {
  const person = await hire('Driver');
  await enter(page, ADMIN);
  await page.goto('/audit');
  await page.getByRole('searchbox', { name: 'Search the audit log' }).fill(person.email);
  await expect(page.getByRole('main').getByRole('status')).toHaveText('1 match');
  const row = page.getByRole('row').nth(1);
  await expect(row).toContainText('Invited');
  await expect(row).toContainText(person.email);
  await row.getByRole('link', { name: `Person ${person.id}` }).click();
  await expect(page).toHaveURL(`/people/${person.id}`);

  const { viewer } = await ask<{ viewer: { id: number; name: string } }>(page, '{ viewer { id: databaseId name } }');
  await page.goto(`/audit?actor=${viewer.id}&channel=console&of=role`);
  await expect(page.getByText(`By ${viewer.name}`)).toBeVisible();
  await page.getByRole('button', { name: `Remove the filter By ${viewer.name}` }).click();
  await expect(page).not.toHaveURL(/actor=/);
  await expect(page).toHaveURL(/of=role/);
  await page.getByLabel('First day').fill('2001-01-01');
  await page.getByLabel('Last day').fill('2001-01-02');
  await expect(page.getByRole('heading', { name: 'No entries match' })).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Clear all filters' }).last().click();
  await expect(page.getByRole('table', { name: 'Audit log, newest first' })).toBeVisible();
});
