import type { Prisma } from '@channel/prisma';
import { invalid } from '../errors.ts';
import { searchForm } from '../shared/text.ts';

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

/**
 * Orders whose words hold a text somewhere: at least all those whose id, or a tag or passenger of which, holds it. Every
 * order where the text holds no letter and no digit.
 */
export function mentioning(text: string): Prisma.OrderWhereInput {
  const form = searchForm(text);
  return form === '' ? {} : { words: { words: { contains: form } } };
}
