import { wire } from 'graphql-rest-router';
import { z } from 'zod';

const SORTS: Readonly<Record<string, string>> = {
  title: 'TITLE_ASC',
  '-title': 'TITLE_DESC',
  id: 'ID_ASC',
  '-id': 'ID_DESC',
};

/** `sort`: one value, several joined by a comma, or a list. What is unknown is ignored, or refused where that is asked for. */
export function sortOrder(strict: boolean) {
  const entries = z.preprocess(
    (value) => (typeof value === 'string' ? value.split(',') : value),
    wire.list(wire.text({ max: 100 }), { max: 10 }),
  );
  const known = entries.refine((names) => !strict || names.every((name) => Object.hasOwn(SORTS, name)), {
    error: `must be values among ${Object.keys(SORTS).join(', ')}`,
  });
  return known.transform((names) => names.flatMap((name) => (Object.hasOwn(SORTS, name) ? [SORTS[name]] : [])));
}
