import { expect, takenOver, test } from '../fixtures.ts';
import { asksFor, hold } from '../hold.ts';
import { decoded, jobAt, linkOf, openJobs, pathOf, phone, pickupsToday, today, untilKept } from './crew-page.ts';
import { changePickup } from './pickups.ts';

test('a driver opens the link from the screen of the office, answers jobs and hears of changes', async ({
  staffPage,
  ask,
  hire,
  browser,
  expectAccessible,
}) => {
  test.slow();
  const driver = await hire('Driver');
  const [first = 0, second = 0] = await pickupsToday(staffPage, ask, driver, ['21:10', '21:40']);
  await staffPage.goto(`/people/${driver.id}`);
  await staffPage.getByRole('button', { name: 'Create a personal link' }).click();
  const dialog = staffPage.getByRole('dialog', { name: /Personal link of/ });
  const link = await dialog.getByLabel(/Link to the jobs of/).inputValue();
  const code = dialog.getByRole('img', { name: 'QR code of the link' });
  await expect(code).toBeVisible();
  expect(await decoded(code)).toBe(link);
  await expectAccessible(staffPage);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(staffPage.getByText('A link that was not used yet works until')).toBeVisible();

  const page = await phone(browser, { colorScheme: 'dark' });
  // Whoever previews the link reads the page and does not use it up.
  expect((await page.request.get(pathOf(link))).status()).toBe(200);
  await page.goto(pathOf(link));
  // Nor does a program that runs the page: it waits for a tap.
  await page.reload();
  // A job is new until the office knows that it was seen.
  const release = await hold(page, asksFor('"digest"'));
  await openJobs(page);
  await expect(page).toHaveURL(/\/crew$/);
  const job = jobAt(page, '21:10');
  await expect(job).toContainText('New');
  release();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }

  // By keyboard.
  await job.getByRole('button', { name: 'Accept' }).press('Enter');
  await expect(job).toContainText('Accepted');
  await job.getByRole('button', { name: 'On the way' }).press('Enter');
  await job.getByRole('button', { name: 'Arrived' }).press('Enter');
  const noShow = job.getByRole('button', { name: 'No-show' });
  await noShow.press('Enter');
  await expect(noShow).toHaveCount(0);
  await expect(job).toContainText('No-show');
  await job.getByRole('button', { name: 'Undo' }).press('Enter');
  await job.getByRole('button', { name: 'Done' }).press('Enter');
  await expect(job).toContainText('Done');

  const other = jobAt(page, '21:40');
  await other.getByRole('button', { name: 'Decline' }).click();
  await expectAccessible(page);
  await other.getByRole('button', { name: 'Decline the job' }).click();
  await expect(other).toContainText('The office needs a reason');
  await other.getByLabel('Why can’t you do this job?').fill('My car broke down');
  await other.getByRole('button', { name: 'Decline the job' }).click();
  await expect(other).toContainText('Your reason: My car broke down');
  await expect(other.getByRole('button', { name: 'Accept' })).toBeVisible();

  await staffPage.goto(`/dispatch?from=${today()}`);
  const says = staffPage.getByRole('region', { name: 'What drivers and guides say' });
  await says.getByText(/^\d+ declined$/).click();
  const declined = staffPage.getByRole('button', { name: new RegExp(`^Move .*Pickup of order ${second}\\b`) });
  await expect(declined).toContainText('Declined: My car broke down');
  await declined.click();
  await expect(staffPage.getByRole('dialog', { name: 'Move pickup' })).toContainText('Declined: My car broke down');
  await staffPage.keyboard.press('Escape');
  await expect(staffPage.getByRole('button', { name: new RegExp(`of order ${first}\\b`) })).toHaveCount(0);
  await expectAccessible(staffPage);
  await staffPage.goto(`/orders/${second}`);
  await expect(staffPage.getByText('Declined: My car broke down')).toBeVisible();
  await other.getByRole('button', { name: 'Accept' }).click();
  await expect(staffPage.getByText('Accepted', { exact: false }).first()).toBeVisible();

  await changePickup(staffPage, ask, first, { time: '20:50' });
  const moved = jobAt(page, '20:50');
  await expect(moved).toContainText('Changed');
  // What was said about the former time does not count, and the change stays until the person says so.
  await expect(moved).toContainText('Not answered');
  await page.reload();
  await expect(moved).toContainText('Changed');
  await moved.getByRole('button', { name: 'I have seen the change' }).click();
  await expect(moved).not.toContainText('Changed');
  await changePickup(staffPage, ask, first, { driverId: null });
  await expect(page.getByRole('article').filter({ hasText: 'Withdrawn' })).toContainText('This job is no longer yours');
  const buttons = await page.getByRole('button').all();
  for (const button of buttons) expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Open your personal link' })).toBeVisible();
  await page.context().close();

  const late = await phone(browser, { viewport: { width: 1280, height: 800 } });
  await late.goto(pathOf(link));
  await expectAccessible(late);
  await openJobs(late);
  await expect(late.getByRole('heading', { name: 'This link does not work any more' })).toBeVisible();
  await expectAccessible(late);
  await late.context().close();
});

test('signing out sends the answers first, shows those that are refused, and asks where it cannot', async ({
  staffPage,
  ask,
  hire,
  browser,
}) => {
  test.slow();
  const driver = await hire('Driver');
  const [taken = 0, kept = 0] = await pickupsToday(staffPage, ask, driver, ['20:20', '20:50']);
  const page = await phone(browser);
  const holdAnswers = () => hold(page, asksFor('"actions"'));
  let release = await holdAnswers();
  await page.goto(pathOf(await linkOf(staffPage, ask, driver.id)));
  await openJobs(page);
  const signOut = page.getByRole('button', { name: 'Sign out', exact: true });
  const question = page.getByRole('alert').filter({ hasText: '1 answer was not sent' });
  const conflict = page.getByRole('alert').filter({ hasText: 'the job is no longer yours' });
  const accept = (time: string) => jobAt(page, time).getByRole('button', { name: 'Accept' }).click();
  /** Signs out while an answer is on its way. */
  const signOutMeanwhile = async (act: () => Promise<unknown>) => {
    await signOut.click();
    await expect(signOut).toBeDisabled();
    await act();
    release();
  };

  // An answer that is refused is read first.
  await accept('20:20');
  await signOutMeanwhile(() => changePickup(staffPage, ask, taken, { driverId: null }));
  await expect(conflict).toBeVisible();
  await expect(signOut).toBeEnabled();
  await page.getByRole('button', { name: 'I have read this' }).click();
  await expect(conflict).toHaveCount(0);

  // Without a network the person decides; once the answer is sent, nothing is left to decide.
  await page.context().setOffline(true);
  await expect(page.getByRole('status')).toContainText('No connection');
  await accept('20:50');
  await signOut.click();
  await expect(question).toBeVisible();
  await page.getByRole('button', { name: 'Stay' }).click();
  await expect(question).toHaveCount(0);
  await signOut.click();
  await expect(question).toBeVisible();
  await page.context().setOffline(false);
  await expect(question).toHaveCount(0);
  await expect(signOut).toBeEnabled();

  // An answer that is on its way arrives.
  release = await holdAnswers();
  await jobAt(page, '20:50').getByRole('button', { name: 'On the way' }).click();
  await signOutMeanwhile(async () => {});
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
  await staffPage.goto(`/orders/${kept}`);
  await expect(staffPage.getByText('On the way').first()).toBeVisible();
  await page.context().close();
});

test('the page works without a network, sends later, and forgets all when the access ends', async ({
  staffPage,
  ask,
  hire,
  browser,
  expectAccessible,
}) => {
  test.slow();
  const driver = await hire('Driver');
  const [first = 0, second = 0] = await pickupsToday(staffPage, ask, driver, ['20:10', '20:40']);
  const page = await phone(browser);
  await page.goto(pathOf(await linkOf(staffPage, ask, driver.id)));
  await openJobs(page);
  await expect(jobAt(page, '20:10')).toBeVisible();
  await untilKept(page);

  const context = page.context();
  await context.setOffline(true);
  await page.reload();
  await takenOver(page);
  await expect(page.getByRole('status')).toContainText('No connection');
  await jobAt(page, '20:10').getByRole('button', { name: 'Accept' }).click();
  await jobAt(page, '20:40').getByRole('button', { name: 'Accept' }).click();
  await expect(jobAt(page, '20:40')).toContainText('Accepted');
  await expect(page.getByRole('status')).toContainText('2 answers wait');
  await changePickup(staffPage, ask, second, { driverId: null });

  // The office sees that the driver may still go there.
  await staffPage.goto(`/dispatch?from=${today()}`);
  const withdrawn = staffPage.getByRole('listitem').filter({ hasText: `order ${second}` });
  await expect(withdrawn).toContainText('has not seen that it was withdrawn');
  await expectAccessible(staffPage);
  await staffPage.goto(`/orders/${second}`);
  const unseen = staffPage.getByText(/has not seen that it was withdrawn/);
  await expect(unseen).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByRole('main').getByRole('alert')).toContainText('the job is no longer yours');
  await page.getByRole('button', { name: 'I have read this' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  await expect(page.getByText('No connection')).toHaveCount(0);
  await expect(unseen).toHaveCount(0);
  await expect(jobAt(page, '20:10')).toContainText('Accepted');
  expect(first).not.toBe(second);

  await staffPage.goto(`/people/${driver.id}`);
  await staffPage.getByRole('button', { name: 'End access' }).click();
  await staffPage.getByRole('button', { name: 'End the access' }).click();
  await expect(staffPage.getByText('does not have the page open on any device')).toBeVisible();
  await changePickup(staffPage, ask, first, { time: '20:15' });
  await expect(page.getByRole('heading', { name: 'Open your personal link' })).toBeVisible();
  const kept = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const open = indexedDB.open('crew');
        open.onsuccess = () => {
          const read = open.result.transaction('copy').objectStore('copy').getAllKeys();
          read.onsuccess = () => resolve(read.result);
        };
      }),
  );
  expect(kept).toEqual([]);
  await context.close();
});
