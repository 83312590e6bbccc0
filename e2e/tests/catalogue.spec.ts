import { expect, PARTNER, test } from '../fixtures.ts';
import { logIn } from '../stack/partner.ts';

type Products = { catalogue: { product: { id: number; title: string } }[]; catalogueMeta: { total: number } };
type Tagged = { data: { tags: { key: string; value: string | number }[] } };

const FIND = `query Find($filter: CatalogueFilter) {
  catalogue(filter: $filter) { product { id: databaseId title } } catalogueMeta(filter: $filter) { total }
}`;

test('finds a product and shows the remaining places by month', async ({ staffPage: page, ask }) => {
  const { catalogue, catalogueMeta } = await ask<Products>(page, FIND, { filter: { search: 'canal' } });
  await page.goto('/catalogue');
  await page.keyboard.press('/');
  await page.keyboard.type('canal');
  await expect(page.getByRole('main').getByRole('status')).toHaveText(new RegExp(`^${catalogueMeta.total} match`));
  await expect(page).toHaveURL('/catalogue?q=canal');
  const { id, title } = catalogue[0]?.product ?? { id: 0, title: '' };
  await page.getByRole('link', { name: title }).first().click();
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();

  const calendar = page.getByRole('table', { name: /^Departures of/ });
  await expect(calendar.getByRole('listitem').first()).toHaveText(/\d+\/\d+$/);
  await page.getByRole('button', { name: 'Next month' }).click();
  await expect(page).toHaveURL(/month=\d{4}-\d{2}/);
  const month = new URL(page.url()).searchParams.get('month') ?? '';
  type Calendar = {
    catalogueProduct: { levels: { departures: { date: string | null; remaining: number; capacity: number }[] }[] };
  };
  const requested = await ask<Calendar>(
    page,
    'query Days($id: SafeInt!, $from: Date!, $to: Date!) { catalogueProduct(id: $id) { levels { departures(from: $from, to: $to) { date remaining capacity } } } }',
    { id, from: `${month}-01`, to: `${month}-28` },
  );
  const departures = requested.catalogueProduct.levels[0]?.departures.filter(({ date }) => date !== null) ?? [];
  const [first] = departures;
  const ofDay = departures.filter(({ date }) => date === first?.date);
  const cell = calendar.getByRole('cell').filter({ has: page.locator(`time[datetime="${first?.date}"]`) });
  await expect(cell.getByRole('listitem')).toHaveCount(ofDay.length);
  await expect(cell.getByRole('listitem').first()).toContainText(`${first?.remaining}/${first?.capacity}`);
  await page.goBack();
  await expect(page).not.toHaveURL(/month=/);
});

test('edits the tags of a product, as v1 returns them', async ({ staffPage: page, ask }) => {
  const api = await logIn(PARTNER);
  const { data } = await api.get<{ data: { roles: { id: number }[] } }>('profile');
  const { catalogue } = await ask<Products>(page, FIND, { filter: { isPublished: true } });
  const sold = await api.get<{ data: { id: number }[] }>('pos/products?per_page=50');
  const product = catalogue.find(({ product: { id } }) => sold.data.some((one) => one.id === id))?.product;
  await page.goto(`/catalogue/${product?.id}`);
  await page.getByRole('button', { name: `Edit tags of ${product?.title}` }).click();
  const form = page.getByRole('form', { name: `Tags of ${product?.title}` });
  await form.getByRole('button', { name: 'Add a tag' }).click();
  await form.getByRole('button', { name: 'Save tags' }).click();
  await expect(form.getByText('Enter a key.')).toBeVisible();
  await form.getByPlaceholder('Key').last().fill('rank');
  await form.getByRole('textbox', { name: 'Value of tag rank' }).fill('7');
  await form.getByLabel('Kind of value of tag rank').selectOption('Number');
  await form.getByRole('button', { name: 'Save tags' }).click();
  await expect(page.getByRole('list', { name: `Tags of ${product?.title}` })).toContainText('rank 7');
  const tagged = await api.get<Tagged>(`pos/roles/${data.roles[0]?.id}/products/${product?.id}`);
  expect(tagged.data.tags).toContainEqual({ key: 'rank', value: 7 });

  await page.goto('/tags?q=rank&on=products');
  await page.getByRole('button', { name: 'rank' }).click();
  await page.getByRole('list', { name: 'Values of rank' }).getByRole('link', { name: '7' }).click();
  await expect(page).toHaveURL(/\/catalogue\?tag=rank/);
  await expect(page.getByRole('link', { name: product?.title })).toBeVisible();

  await page.goto(`/catalogue/${product?.id}`);
  await page.getByRole('button', { name: `Edit tags of ${product?.title}` }).click();
  await form.getByRole('button', { name: 'Remove tag rank' }).click();
  await form.getByRole('button', { name: 'Save tags' }).click();
  await expect(form).toHaveCount(0);
  const after = await api.get<Tagged>(`pos/roles/${data.roles[0]?.id}/products/${product?.id}`);
  expect(after.data.tags.map(({ key }) => key)).not.toContain('rank');
});

test('reports an unknown product and a search without matches', async ({ staffPage: page, pageErrors }) => {
  await page.goto('/catalogue/999999');
  await expect(page.getByRole('heading', { name: 'No such product' })).toBeVisible();
  // The answer is 404, which the browser reports.
  expect(pageErrors.splice(0).join()).toMatch(/^(error: Failed to load resource: [^,]* status of 404[^,]*,?)+$/);
  await page.goto('/catalogue?q=no-such-product');
  await page.getByRole('main').getByRole('button', { name: 'Clear all filters' }).last().click();
  await expect(page).toHaveURL('/catalogue');
  await expect(page.getByRole('table', { name: 'Products, by title' })).toBeVisible();
});
