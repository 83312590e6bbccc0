import { askByName } from '@channel/e2e/stack/session.ts';
import type { BrowserContext } from '@playwright/test';

/** A search text and its kind. */
export type Text = { kind: 'name' | 'id' | 'tag value' | 'reference code'; text: string };

const PER_PAGE = 100;
const COLUMNS = { withPeople: false, withTransfers: false, withTags: true, withSupplier: false };

type Sampled = {
  id: number;
  referenceCode: string | null;
  passengers: { firstName: string; lastName: string }[];
  tags: { value: string | number }[];
};

/** Number of positions in the list, evenly distributed, that texts are taken from. */
const PLACES = 6;
/** Maximum length of a search text. */
const LONGEST = 8;

/** Texts of existing orders: one of each kind from each position of the list. */
export async function realTexts(browser: BrowserContext): Promise<Text[]> {
  const { ordersMeta } = await askByName<{ ordersMeta: { total: number } }>(browser, 'OrdersCount', {});
  const pages = Math.max(1, Math.floor(ordersMeta.total / PER_PAGE));
  const texts: Text[] = [];
  for (let place = 0; place < PLACES; place++) {
    const page = 1 + Math.floor((place * (pages - 1)) / (PLACES - 1));
    const { orders } = await askByName<{ orders: Sampled[] }>(browser, 'Orders', {
      ...COLUMNS,
      page,
      perPage: PER_PAGE,
    });
    texts.push(...textsOf(orders, texts));
  }
  if (texts.length === 0) throw new Error('There are no orders to search for. Load data first.');
  return texts;
}

/** One text of each kind that does not share its beginning with an earlier text, if possible. */
function textsOf(orders: readonly Sampled[], before: readonly Text[]): Text[] {
  const candidates: Record<Text['kind'], (order: Sampled) => unknown[]> = {
    name: ({ passengers }) => passengers.flatMap(({ firstName, lastName }) => [lastName, firstName]),
    id: ({ id }) => [id],
    'tag value': ({ tags }) => tags.map(({ value }) => value),
    'reference code': ({ referenceCode }) => [referenceCode],
  };
  const taken = new Set(before.map(({ text }) => beginningOf(text)));
  const found: Text[] = [];
  for (const kind of ['name', 'id', 'tag value', 'reference code'] as const) {
    const texts = orders.flatMap(candidates[kind]).map((text) =>
      String(text ?? '')
        .slice(0, LONGEST)
        .trim(),
    );
    const fit = texts.filter((text) => text.length >= 3);
    const text = fit.find((one) => !taken.has(beginningOf(one))) ?? fit[0];
    if (text === undefined) continue;
    taken.add(beginningOf(text));
    found.push({ kind, text });
  }
  return found;
}

const beginningOf = (text: string) => text.slice(0, 2).toLowerCase();
