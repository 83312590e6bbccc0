import type { Prisma } from '@channel/prisma';
import { invalid } from '../errors.ts';
import { searchForm, signsOf } from '../shared/text.ts';

const MAX_LENGTH = 200;

/**
 * Orders in which every word of a text begins something that staff find them by: the id, the reference code, the name of a
 * passenger, the leader's e-mail address or the value of a tag, without regard to case and accents.
 *
 * A word with signs inside (`REF-2026`, `jo@example.com`) is found as a whole. What holds no letter and no digit is passed
 * over.
 *
 * @throws a validation error for a text that is too long
 */
export function quicklyFound(text: string): Prisma.OrderWhereInput[] {
  if (text.length > MAX_LENGTH) {
    throw invalid([{ path: ['filter', 'quickSearch'], message: `must have at most ${MAX_LENGTH} characters.` }]);
  }
  const words = text.split(/\s+/).map(searchForm).filter(Boolean);
  // The database keeps a blank before each word, which makes this the beginning of one.
  return words.length === 0 ? [] : [{ words: { AND: words.map((word) => ({ words: { contains: ` ${word}` } })) } }];
}

/** Of fewer letters an index of words knows nothing. */
const LEAST_INDEXED = 3;

/** So many signs narrow as well as hundreds: what has them is looked at itself, unless it can be no others. */
const MAX_SIGNS = 8;

/** Conditions of what is kept of an order for searching. */
type Mentioning = {
  words: Prisma.OrderWordsWhereInput[];
  signs: Prisma.OrderWordsWhereInput[];
  /** Whether no others fit than orders of which an id, a tag or a passenger holds the text. */
  isExact: boolean;
};

/** What words and signs an order has at least whose id, or a tag or passenger of which, holds a text, or the name in other order. */
export function mentioning(text: string): Mentioning {
  const form = searchForm(text);
  // A pair holds each of its two.
  // Those of each word: between first and last name stands another blank than between last and first.
  const signs = form.length < LEAST_INDEXED ? signsOf(text.replaceAll(' ', 'x')) : [];
  const paired = new Set(signs.filter((sign) => sign.length === 2).flatMap((pair) => pair.split('')));
  const longest = signs.filter((sign) => !paired.has(sign)).slice(0, MAX_SIGNS);
  return {
    words: form === '' ? [] : [{ words: { contains: form } }],
    signs: longest.map((sign) => ({ signs: { hasSome: [sign] } })),
    isExact: signs.includes(text),
  };
}
