import type { Viewer } from './access.ts';

/* Reads the requests of the baseline. */

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** A text in the form of the search documents: lower-case letters and digits, without accents. */
const wordsOf = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The statement that finds the ids of a page of orders, and the values of its parameters from $4 on. */
export function orderIds(query: unknown, { staffOf }: Viewer): { text: string; values: unknown[] } {
  const requested = new Map(Object.entries(query as Record<string, string>));
  const values: unknown[] = [];
  const bound = (value: unknown) => `$${values.push(value) + 3}`;
  // A comparison of numbers takes a fifth of the time.
  const whole = staffOf.length > 0 ? `organization_id = ANY (${bound(staffOf)}::bigint[]) OR ` : '';
  const conditions = [`(${whole}viewers && $3)`];
  const status = requested.get('filter[status]');
  if (status) conditions.push(`status = ANY (${bound(status.split('|'))}::order_status[])`);
  const cities = requested.get('filter[city][ids]');
  if (cities) conditions.push(`city_id = ANY (${bound(cities.split('|').map(Number))}::bigint[])`);
  const search = requested.get('filter[search]');
  if (search) {
    const pattern = bound(`%${escaped(search)}%`);
    conditions.push(`id IN (SELECT order_id FROM order_search WHERE document LIKE ${bound(`%${wordsOf(search)}%`)})
      AND (EXISTS (SELECT FROM passenger p WHERE p.order_id = orders.id AND p.full_name ILIKE ${pattern})
        OR EXISTS (SELECT FROM tag t WHERE t.order_id = orders.id AND t.value_text ILIKE ${pattern}))`);
  }
  const perPage = Number(requested.get('per_page') ?? 15);
  const skipped = (Number(requested.get('page') ?? 1) - 1) * perPage;
  const text = `SELECT id FROM orders WHERE ${conditions.join(' AND ')} ORDER BY created_at DESC, id DESC
    LIMIT ${bound(perPage)} OFFSET ${bound(skipped)}`;
  return { text, values };
}

/** The position of a page, as JSON. */
export function pageMeta(total: number, page: number, perPage: number): string {
  const first = (page - 1) * perPage + 1;
  const from = first > total ? 0 : first;
  const to = from === 0 ? 0 : Math.min(total, page * perPage);
  const last = Math.max(1, Math.ceil(total / perPage));
  return `{"total":${total},"per_page":${perPage},"last_page":${last},"current_page":${page},"from":${from},"to":${to}}`;
}

/** The current day in a time zone. */
export const dayAt = (timeZone: string) => new Date().toLocaleDateString('sv-SE', { timeZone });
