import type { BrowserContext } from '@playwright/test';
import { askByName } from '../stack/session.ts';

/** What staff search by. */
export type Text = { kind: 'name' | 'id' | 'tag value' | 'reference code'; text: string };

const PER_PAGE = 100;
const COLUMNS = { withPeople: false, withTransfers: false, withTags: true, withSupplier: false };

type Sampled = {
  id: number;
  referenceCode: string | null;
  passengers: { firstName: string; lastName: string }[];
  tags: { value: string | number }[];
};

/** From how many places of the list, from its beginning to its end, texts are taken. */
const PLACES = 6;
/** Whoever has not found an order by so many letters looks at the list. */
const LONGEST = 8;

/** Texts of orders that there are, from everywhere in the list: from each place one of every kind. */
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
  if (texts.length === 0) throw new Error('There are no orders to search for.');
  return texts;
}

/** One text of each kind that begins as none before it. */
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
