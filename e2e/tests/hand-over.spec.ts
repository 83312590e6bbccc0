import { expect, test } from '../fixtures.ts';
import { arrange, dayOf } from './pickups.ts';

for (const [width, colorScheme, date] of [
  [1280, 'light', 28],
  [375, 'dark', 29],
] as const) {
  test(`hands over the jobs of somebody who is ill, at ${width} pixels in ${colorScheme} mode`, async ({
    page,
    ask,
    hire,
    enter,
    expectAccessible,
  }) => {
    test.slow();
    // A draft of its own: other tests draft as other staff.
    await enter(page, await hire('Back office'));
    const person = async () => {
      const { id, name } = await hire('Driver');
      return { id, name: `Test ${name}` };
    };
    const [ill, busy, free] = [await person(), await person(), await person()];
    const day = dayOf(date);
    const [first = 0, second = 0, other = 0] = await arrange(page, ask, day, [
      { time: '09:00', driver: ill },
      { time: '15:00', driver: ill },
      { time: '09:10', driver: busy },
    ]);
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });

    // From the schedule of the person, without knowing the page.
    await page.goto(`/people/${ill.id}?on=${day}&span=day`);
    await page.getByRole('link', { name: 'Hand jobs over' }).press('Enter');
    await expect(page).toHaveURL(new RegExp(`/dispatch/hand-over\\?person=${ill.id}&from=${day}&to=${day}`));
    await expect(page.getByText(`2 jobs are still with ${ill.name}`)).toBeVisible();
    const job = (order: number) => page.getByRole('listitem').filter({ hasText: `Order ${order}` });
    const choice = (order: number) => job(order).getByRole('combobox', { name: /^Who does Pickup/ });
    await expect(choice(first)).toHaveValue(String(ill.id));
    await job(first)
      .getByText(/^Why \d+ (person is|people are) not free$/)
      .press('Enter');
    await expect(job(first).getByRole('list', { name: busy.name })).toContainText(`order ${other}`);
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);

    // Somebody who is not free can be chosen, and the reason stays in view.
    await choice(first).selectOption(busy.name);
    await expect(job(first).getByRole('list', { name: `Clashes of ${busy.name}` })).toContainText(`order ${other}`);
    const draft = page.getByRole('region', { name: 'Draft' });
    await expect(draft).toContainText('1 clash');
    await choice(first).selectOption(free.name);
    await expect(draft).not.toContainText('clash');
    await expect(page.getByText(`1 job is still with ${ill.name}`)).toBeVisible();

    // The rest is drafted to whoever is free.
    const rest = page.getByRole('button', { name: 'Draft who is free for 1 job' });
    // A key does not wait until the former choice is drafted.
    await expect(rest).toBeEnabled();
    await rest.press('Enter');
    await expect(page.getByText('All jobs are drafted to somebody else')).toBeVisible();
    await expect(choice(second)).not.toHaveValue(String(ill.id));
    await expectAccessible(page);
    await draft.getByRole('button', { name: 'Publish…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Publish the draft' });
    await dialog.getByRole('button', { name: 'Publish 2 orders' }).press('Enter');
    await expect(dialog.getByRole('link', { name: 'Look at every order, or undo' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).last().press('Enter');
    await expect(page.getByRole('heading', { name: 'Nothing to hand over' })).toBeVisible();
    const { order } = await ask<{ order: { pickup: { driver: { id: number } } } }>(
      page,
      'query ($id: String!) { order(reference: $id) { pickup { driver { id: databaseId } } } }',
      { id: String(first) },
    );
    expect(order.pickup.driver.id).toBe(free.id);
  });
}
