import { wire } from 'graphql-rest-router';
import { z } from 'zod';

const SORTS: Readonly<Record<string, string>> = {
  title: 'TITLE_ASC',
  '-title': 'TITLE_DESC',
  id: 'ID_ASC',
  '-id': 'ID_DESC',
};

const namesIn = (text: string) => text.split(/[|,]/).map((name) => name.trim());

/**
 * `sort`: one value, several joined by `|` or a comma, or a list. Unknown values are ignored, or refused if `strict`.
 */
export function sortOrder(strict: boolean) {
  const entries = z
    .union(
      [
        wire.text({ max: 1_000 }).transform(namesIn),
        wire.list(wire.text({ max: 100 }), { max: 10 }).transform((texts) => texts.flatMap(namesIn)),
      ],
      { error: 'must be text, or a list of at most 10 texts' },
    )
    .describe(
      `One of ${Object.keys(SORTS)
        .map((name) => `\`${name}\``)
        .join(', ')}, where - means descending; several in a list or joined by \`|\` or a comma.`,
    );
  const known = entries.refine((names) => !strict || names.every((name) => Object.hasOwn(SORTS, name)), {
    error: `must be values among ${Object.keys(SORTS).join(', ')}`,
  });
  return known.transform((names) => names.flatMap((name) => (Object.hasOwn(SORTS, name) ? [SORTS[name]] : [])));
}
