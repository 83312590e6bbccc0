import { ADMIN, expect, test } from '../fixtures.ts';
import { executes, hold } from '../hold.ts';

type Things = { drivers: { id: number; name: string; tags: { key: string; value: string | number }[] }[] };

const DRIVERS = '{ drivers { id: databaseId name tags { key value } } }';
const TAG =
  'mutation ($ids: [SafeInt!]!) { assignTags(target: users, ids: $ids, tags: [{ key: "seats", value: 7 }]) { count } }';
const EMPTY = 'mutation ($ids: [SafeInt!]!) { synchroniseTags(target: users, ids: $ids, tags: []) { count } }';
const PUT =
  'mutation ($ids: [SafeInt!]!) { assignTags(target: users, ids: $ids, tags: [{ key: "seats", value: "taken since" }]) { count } }';
const MAKE_ROLE = `mutation ($org: SafeInt!, $name: String!) {
  createRole(organizationId: $org, input: { name: $name, permissions: ["console.access", "orders.view-all"] }) { role { members } }
}`;

test('undoes the removal of tags from the audit log, and reports tags that changed since', async ({
  page,
  enter,
  ask,
  hire,
  expectAccessible,
}) => {
  // Drivers that no other test uses.
  const ids = [(await hire('Driver')).id, (await hire('Driver')).id];
  const [first] = ids;
  await enter(page, ADMIN);
  await ask(page, TAG, { ids });
  const tags = async () => {
    const { drivers } = await ask<Things>(page, DRIVERS);
    return drivers.filter(({ id }) => ids.includes(id)).map((driver) => driver.tags);
  };
  const before = await tags();
  expect(before).toEqual([[{ key: 'seats', value: 7 }], [{ key: 'seats', value: 7 }]]);
  await ask(page, EMPTY, { ids });

  await page.goto(`/audit?of=person&id=${first}`);
  const undo = page.getByRole('button', { name: `Undo the tags of Person ${first}` });
  await undo.first().click();
  const dialog = page.getByRole('dialog', { name: `Undo the change of the tags of Person ${first}?` });
  await expect(dialog.getByText('tags.seats:')).toBeVisible();
  await expectAccessible(page);
  await dialog
    .getByRole('checkbox', { name: `All ${ids.length} resources whose tags the same request changed` })
    .check();
  await dialog.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText(`The tags of ${ids.length} resources are restored`)).toBeVisible();
  await expect(page.getByText('Undid a change of the tags of').first()).toBeVisible();
  expect(await tags()).toEqual(before);

  // Undoing the undo works if the tag has not changed since, and is rejected if it has.
  await ask(page, PUT, { ids: [first] });
  await page.reload();
  // The button takes no click while the number of resources, whose checkbox would move it, is on its way.
  const release = await hold(page, executes('TaggedThings'));
  await undo.nth(1).click();
  await expect(dialog.getByRole('button', { name: 'Undo', exact: true })).toBeDisabled();
  release();
  await dialog.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('Nothing was undone');
  await expect(dialog.getByRole('alert')).toContainText('seats is "taken since"');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await undo.first().click();
  await dialog.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('The tags are restored')).toBeVisible();
  expect(await tags()).toEqual(before);
});

test('explains to staff without the permission why they can not edit tags', async ({
  page,
  browser,
  baseURL,
  enter,
  ask,
  hire,
}) => {
  const context = await browser.newContext({ baseURL });
  const office = await context.newPage();
  await enter(office, ADMIN);
  const name = `Readers ${Date.now()}`;
  const {
    administeredOrganizations: [home],
  } = await ask<{ administeredOrganizations: { id: number }[] }>(
    office,
    '{ administeredOrganizations { id: databaseId } }',
  );
  await ask(office, MAKE_ROLE, { org: home?.id, name });
  await context.close();
  const reader = await hire(name);
  await enter(page, reader);
  const { drivers } = await ask<Things>(page, DRIVERS);
  await page.goto(`/people/${drivers[0]?.id}`);
  await expect(page.getByText('Your roles don’t allow changing these tags.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Edit tags of/ })).toHaveCount(0);
});
