import { expect, takenOver, test } from '../fixtures.ts';
import { jobAt, linkOf, openJobs, pathOf, phone, pickupsToday, untilKept } from './crew-page.ts';
import { changePickup } from './pickups.ts';

const ROUNDS = 20;

test('no answer is lost or doubled, however often the network goes and the page is loaded', async ({
  staffPage,
  ask,
  hire,
  browser,
}) => {
  test.setTimeout(300_000);
  const driver = await hire('Driver');
  const [order = 0] = await pickupsToday(staffPage, ask, driver, ['19:10']);
  const page = await phone(browser);
  await page.goto(pathOf(await linkOf(staffPage, ask, driver.id)));
  await openJobs(page);
  const job = jobAt(page, '19:10');
  await expect(job).toBeVisible();
  await untilKept(page);
  const says = async () => {
    const { order: found } = await ask<{ order: { crew: { state: string }[] } }>(
      staffPage,
      'query ($id: String!) { order(reference: $id) { crew { state } } }',
      { id: String(order) },
    );
    return found.crew[0]?.state;
  };

  for (let round = 0; round < ROUNDS; round += 1) {
    await page.context().setOffline(true);
    // Half of the answers are given on a page that was opened without a network.
    if (round % 2 === 0) {
      await page.reload();
      await takenOver(page);
    }
    const [step, state] = round % 2 === 0 ? (['Accept', 'accepted'] as const) : (['Undo', 'assigned'] as const);
    await job.getByRole('button', { name: step }).click();
    await expect(page.getByRole('status')).toContainText('1 answer waits');
    // The answer waits on the device, not in the page.
    if (round % 3 === 0) {
      await page.reload();
      await takenOver(page);
      await expect(page.getByRole('status')).toContainText('1 answer waits');
    }
    await page.context().setOffline(false);
    await expect(page.getByText('No connection')).toHaveCount(0);
    await expect.poll(says).toBe(state);
  }
  await page.context().close();
});

test('answers for a job that was given away meanwhile are reported until they are read', async ({
  staffPage,
  ask,
  hire,
  browser,
}) => {
  test.slow();
  const driver = await hire('Driver');
  const [order = 0] = await pickupsToday(staffPage, ask, driver, ['19:40']);
  const page = await phone(browser);
  await page.goto(pathOf(await linkOf(staffPage, ask, driver.id)));
  await openJobs(page);
  await expect(jobAt(page, '19:40')).toBeVisible();
  await untilKept(page);
  await page.context().setOffline(true);
  await jobAt(page, '19:40').getByRole('button', { name: 'Decline' }).click();
  await page.getByLabel('Why can’t you do this job?').fill('Ill');
  await page.getByRole('button', { name: 'Decline the job' }).click();
  await expect(page.getByRole('status')).toContainText('1 answer waits');
  await changePickup(staffPage, ask, order, { driverId: null });
  await page.context().setOffline(false);
  const conflict = page.getByRole('main').getByRole('alert');
  await expect(conflict).toContainText('the job is no longer yours');
  await page.reload();
  await expect(conflict).toContainText('Your reason: Ill');
  await conflict.getByRole('button', { name: 'I have read this' }).click();
  await expect(conflict).toHaveCount(0);
  await page.context().close();
});
