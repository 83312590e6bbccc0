import type { Prisma } from '@channel/prisma';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import { oncePerRequest } from '../shared/once-per-request.ts';
import { rowsOf } from '../shared/rows.ts';
import { searchForm, symbolsOf } from '../shared/text.ts';
import { namedConditions, ordersWithPhone } from './named-in-search.ts';

const MAX_LENGTH = 200;

/** The search document has a blank before each word, so that this matches the beginning of a word. */
const inDocument = (words: readonly string[]): Prisma.OrderWhereInput => ({
  search: { AND: words.map((word) => ({ document: { contains: ` ${word}` } })) },
});

/**
 * A condition for orders that have, for every word of a text, a word that begins with it: in the search document (the id,
 * the reference code, the names of passengers, the leader's e-mail address and the values of tags), or in the name of the
 * city, the product, the supplier, a driver, the guide, the contact person or the issuer. A text of digits also finds
 * phone numbers that begin with it. Case and accents are ignored.
 *
 * A word with special characters inside (`REF-2026`, `jo@example.com`) is matched as a whole. Words without letters and
 * digits are ignored.
 *
 * @throws a validation error for a text that is too long
 */
export const quickSearched = oncePerRequest(async (context, text: string): Promise<Prisma.OrderWhereInput[]> => {
  if (text.length > MAX_LENGTH) {
    throw invalid([{ path: ['filter', 'quickSearch'], message: `must have at most ${MAX_LENGTH} characters.` }]);
  }
  const words = [...new Set(text.split(/\s+/).map(searchForm).filter(Boolean))];
  if (words.length === 0) return [];
  const named = await namedConditions(context, words);
  const isNamed = (word: string) => (named.get(word) ?? []).length > 0;
  // Words that begin no name are compared in one condition: an index finds the orders.
  const others = words.filter((word) => !isNamed(word));
  const conditions = [
    ...(others.length > 0 ? [inDocument(others)] : []),
    ...words.filter(isNamed).map((word) => ({ OR: [inDocument([word]), ...(named.get(word) ?? [])] })),
  ];
  const phones = await ordersWithPhone(context, text);
  const any = phones.length === 0 ? conditions : [{ OR: [{ AND: conditions }, { id: { in: phones } }] }];
  return others.length === words.length && phones.length === 0 ? any : fewOrAny(context, any);
});

/** Maximum number of orders that are found before a list is read. */
const FEW = 1_000;

/** Conditions with alternatives are evaluated once where they hold for few orders: lists find these by their ids. */
async function fewOrAny(context: Context, any: Prisma.OrderWhereInput[]): Promise<Prisma.OrderWhereInput[]> {
  const rows = await rowsOf(context, 'Order', { where: { AND: any }, select: { id: true }, take: FEW + 1 });
  return rows.length > FEW ? any : [{ id: { in: rows.map(({ id }) => id) } }];
}

/** The trigram index on words can't find texts with fewer characters. */
const LEAST_INDEXED = 3;

/**
 * Maximum number of conditions on special characters: further ones hardly reduce the candidates, whose texts are
 * compared.
 */
const MAX_SYMBOLS = 8;

/** Conditions on the search document of an order. */
type TextConditions = {
  documents: Prisma.OrderSearchWhereInput[];
  symbols: Prisma.OrderSearchWhereInput[];
  /** Whether the conditions suffice: every order that meets them has an id, a tag or a name with the text. */
  isExact: boolean;
};

/** Necessary conditions for orders whose id, tag or passenger name contains a text; first or last name first. */
export function textConditions(text: string): TextConditions {
  const form = searchForm(text);
  // The characters of each word, without pairs across a blank: these depend on which name comes first.
  const symbols = form.length < LEAST_INDEXED ? symbolsOf(text.replaceAll(' ', 'x')) : [];
  // A pair implies a condition for each of its characters.
  const paired = new Set(symbols.filter((symbol) => symbol.length === 2).flatMap((pair) => pair.split('')));
  const longest = symbols.filter((symbol) => !paired.has(symbol)).slice(0, MAX_SYMBOLS);
  return {
    documents: form === '' ? [] : [{ document: { contains: form } }],
    symbols: longest.map((symbol) => ({ symbols: { hasSome: [symbol] } })),
    isExact: symbols.includes(text),
  };
}
