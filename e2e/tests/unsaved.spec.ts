import type { Locator, Page } from '@playwright/test';
import { quietCities } from '../demo-orders.ts';
import type { Ask } from '../fixtures.ts';
import { expect, test } from '../webhooks.ts';

const PRODUCTS = '{ catalogue(perPage: 1) { product { id: databaseId } } }';
const question = (page: Page) => page.getByRole('dialog', { name: /without saving\?$/ });
const stay = (page: Page) => question(page).getByRole('button', { name: 'Cancel' }).click();
const leave = (page: Page) => question(page).getByRole('button', { name: 'Leave' }).click();

/** The ways from the page of an order to another page. */
const WAYS: Record<string, (page: Page) => Promise<unknown>> = {
  'a link': (page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Catalogue' }).click(),
  Back: (page) => page.evaluate(() => window.history.back()),
  Forward: (page) => page.evaluate(() => window.history.forward()),
  'the key of the next order': async (page) => {
    await page.getByRole('textbox', { name: 'Reference code' }).blur();
    await page.keyboard.press('j');
  },
  'the palette, by keyboard': async (page) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('audit');
    await expect(page.getByRole('option', { name: 'Audit log' })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
  },
};

/** Edits an order that has a page before and one after it in the history. */
async function editOrder(page: Page, ask: Ask): Promise<Locator> {
  await page.goto(`/orders?city=${await quietCities(page, ask)}`);
  await page
    .getByRole('link', { name: /^Order \d+$/ })
    .nth(1)
    .click();
  const heading = page.getByRole('heading', { name: /^Order \d+$/, level: 1 });
  const name = (await heading.textContent()) ?? '';
  await page.getByRole('link', { name: 'Next order' }).click();
  await expect(heading).not.toHaveText(name);
  await page.goBack();
  await expect(heading).toHaveText(name);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const code = page.getByRole('textbox', { name: 'Reference code' });
  await code.fill('not saved');
  return code;
}

for (const isOld of [false, true]) {
  test(`asks before an edited order is left${isOld ? ', without the Navigation API' : ''}`, async ({
    adminPage: page,
    ask,
  }) => {
    if (isOld) await page.addInitScript(() => Object.defineProperty(window, 'navigation', { value: undefined }));
    const code = await editOrder(page, ask);
    const { href } = new URL(page.url());
    for (const way of isOld ? ['Back'] : Object.keys(WAYS)) {
      await test.step(way, async () => {
        await WAYS[way]?.(page);
        await stay(page);
        await expect(question(page)).toHaveCount(0);
        await expect(page).toHaveURL(href);
        await expect(code).toHaveValue('not saved');
      });
    }
    await WAYS.Back?.(page);
    await leave(page);
    await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
  });
}

test('asks when the window is closed or loaded again, and not once nothing is unsaved', async ({
  adminPage: page,
  ask,
}) => {
  const code = await editOrder(page, ask);
  const dialogs: string[] = [];
  page.on('dialog', async (dialog) => {
    dialogs.push(dialog.type());
    await dialog.dismiss();
  });
  await page.evaluate(() => window.location.reload());
  await expect.poll(() => dialogs).toEqual(['beforeunload']);
  await page.getByRole('complementary', { name: 'Changes' }).getByRole('button', { name: 'Discard' }).click();
  await expect(code).toHaveCount(0);
  await WAYS['a link']?.(page);
  await expect(page.getByRole('heading', { name: 'Catalogue', level: 1 })).toBeVisible();
  expect(dialogs).toHaveLength(1);
});

/** The forms in dialogs: how each is opened, and the field that is changed. */
const FORMS: Record<string, (page: Page, ids: { product: number; person: number }) => Promise<Locator>> = {
  'a new endpoint': async (page) => {
    await page.goto('/webhooks/endpoints');
    await page.getByRole('button', { name: 'New endpoint' }).first().click();
    return page.getByLabel('Description');
  },
  'a new role': async (page) => {
    await page.goto('/people/roles');
    await page.getByRole('button', { name: 'New role' }).click();
    return page.getByRole('dialog').getByLabel('Name');
  },
  'an invitation': async (page) => {
    await page.goto('/people');
    await page.getByRole('button', { name: 'Invite' }).click();
    return page.getByRole('dialog').getByLabel('Name', { exact: true });
  },
  'the account of a person': async (page, { person }) => {
    await page.goto(`/people/${person}`);
    await page.getByRole('region', { name: 'Account' }).getByRole('button', { name: 'Edit' }).click();
    return page.getByRole('dialog').getByLabel('Name', { exact: true });
  },
  'the absence of a person': async (page) => {
    await page.getByRole('button', { name: 'Add absence' }).click();
    return page.getByLabel('Reason');
  },
  'the estimates of a product': async (page, { product }) => {
    await page.goto(`/catalogue/${product}`);
    await page.getByRole('button', { name: 'Edit estimates' }).click();
    return page.getByLabel('Transfer estimate');
  },
  'a travel time': async (page) => {
    await page.goto('/dispatch/rules');
    await page.getByRole('button', { name: 'Add travel time' }).click();
    return page.getByLabel('Minutes');
  },
  'a view': async (page) => {
    await page.goto('/orders');
    await page.getByRole('button', { name: /^View/ }).click();
    await page.getByRole('menuitem', { name: 'Save this list as a view' }).click();
    return page.getByRole('dialog').getByLabel('Name');
  },
};

test('asks before a dialog with unsaved changes is closed', async ({ adminPage: page, ask, hire }) => {
  test.slow();
  const person = (await hire('Driver')).id;
  const { catalogue } = await ask<{ catalogue: { product: { id: number } }[] }>(page, PRODUCTS);
  const ids = { person, product: catalogue[0]?.product.id ?? 0 };
  for (const [name, open] of Object.entries(FORMS)) {
    await test.step(name, async () => {
      const field = await open(page, ids);
      const form = page.getByRole('dialog').filter({ has: field });
      const former = await field.inputValue();
      await field.fill('77');
      await field.press('Escape');
      await expect(question(page)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(question(page)).toHaveCount(0);
      await expect(field).toHaveValue('77');
      await page.mouse.click(4, 4);
      await stay(page);
      await expect(question(page)).toHaveCount(0);
      await field.fill(former);
      await field.press('Escape');
      await expect(form).toHaveCount(0);
      await expect(question(page)).toHaveCount(0);
    });
  }
});

test('asks before a new order is left in which something was typed', async ({ page, hire, enter }) => {
  await enter(page, await hire('Back office', 'Partner desk'));
  await page.goto('/orders');
  await page.getByRole('link', { name: 'New order' }).click();
  await page.getByRole('combobox', { name: 'Product' }).fill('Canal Ring');
  await page
    .getByRole('option', { name: /Canal Ring/ })
    .first()
    .click();
  const name = page.getByLabel('First name').first();
  await name.fill('Ada');
  for (const way of ['a link', 'Back'])
    await test.step(way, async () => {
      await WAYS[way]?.(page);
      await expect(question(page)).not.toContainText('here again');
      await stay(page);
      await expect(question(page)).toHaveCount(0);
      await expect(name).toHaveValue('Ada');
    });
  await name.fill('');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
  await expect(question(page)).toHaveCount(0);
});

test('asks before tags and a new batch are left, and not after they are saved', async ({
  adminPage: page,
  ask,
  orderId,
}) => {
  const { catalogue } = await ask<{ catalogue: { product: { id: number } }[] }>(page, PRODUCTS);
  await page.goto(`/catalogue/${catalogue[0]?.product.id}`);
  await page
    .getByRole('button', { name: /^Edit tags of/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Add a tag' }).click();
  await page
    .getByRole('textbox', { name: /^Key of tag/ })
    .last()
    .fill('kept');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orders' }).click();
  await leave(page);
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();

  await page.goto(`/batches/new?ids=${orderId}`);
  await page.getByRole('textbox', { name: 'Key of tag 1' }).fill('season');
  await page.getByRole('textbox', { name: 'Value of tag 1' }).fill('winter');
  await page.getByRole('link', { name: 'Back to the orders' }).click();
  await stay(page);
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('Nothing has been changed yet')).toBeVisible();
  await expect(question(page)).toHaveCount(0);
});
