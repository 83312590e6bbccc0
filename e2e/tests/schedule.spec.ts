import { expect, test } from '../fixtures.ts';
import { arrange, dayOf } from './pickups.ts';

for (const [width, colorScheme] of [
  [1280, 'light'],
  [375, 'dark'],
] as const) {
  test(`shows what a person does, at ${width} pixels in ${colorScheme} mode`, async ({
    staffPage: page,
    ask,
    hire,
    expectAccessible,
  }) => {
    test.slow();
    const { id, name } = await hire('Driver');
    const driver = { id, name: `Test ${name}` };
    const day = dayOf(width === 1280 ? 25 : 27);
    const [first = 0, second = 0] = await arrange(page, ask, day, [
      { time: '08:00', driver },
      { time: '08:10', driver },
      { time: '15:00', driver },
    ]);
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/people/${id}?on=${day}`);
    const schedule = page.getByRole('region', { name: 'Schedule' });
    const jobs = schedule.getByRole('list', { name: /^Jobs on/ });
    await expect(jobs.getByRole('listitem')).toHaveCount(3);
    await expect(jobs).toContainText('until about');
    await expect(schedule.getByRole('list', { name: 'Days of the schedule' }).locator('> li')).toHaveCount(7);
    await expect(schedule.getByRole('list', { name: 'Clashes of these days' })).toContainText(`order ${second}`);
    await expect(schedule).toContainText('3 jobs');
    await expect(schedule).toContainText('Times are local');
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);

    await schedule.getByRole('radio', { name: 'Month' }).press('Space');
    await expect(page).toHaveURL(/span=month/);
    await expect(schedule.getByRole('list', { name: 'Days of the schedule' }).locator('> li')).toHaveCount(42);
    await schedule.getByRole('button', { name: 'Later' }).press('Enter');
    await expect(page).toHaveURL(/on=2031-04-01/);
    await expect(jobs).toHaveCount(0);
    await page.goBack();
    await expect(jobs.getByRole('listitem')).toHaveCount(3);
    // A change by somebody else arrives by itself.
    await ask(
      page,
      'mutation ($id: String!) { updateOrder(reference: $id, input: { pickup: { driverId: null } }) { order { id: databaseId } } }',
      { id: String(first) },
    );
    await expect(jobs.getByRole('listitem')).toHaveCount(2);
    await expect(schedule.getByRole('list', { name: 'Clashes of these days' })).toHaveCount(0);
    await jobs.getByRole('link', { name: `Order ${second}` }).click();
    await expect(page).toHaveURL(`/orders/${second}`);
  });
}
