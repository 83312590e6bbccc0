import { Prisma } from '@channel/prisma';
import type PrismaTypes from '@channel/prisma/pothos-types';
import { columnComment } from '../builder.ts';
import { idsOfText } from '../compiler/rows.ts';
import type { Context } from '../context.ts';
import { oncePerRequest } from './once-per-request.ts';
import { likeText, partPatterns } from './text.ts';

/*
 * Texts in the default language have columns of their own; texts in other languages are in the column `translations`,
 * as `{ "nl": { "title": "…" } }`. A text without a translation is shown in the default language.
 */

type Translatable<Key extends string, Value> = { translations: unknown } & Record<Key, Value>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The text of `key` in `lang`, or in the default language where it is not translated. */
export function inLanguage<Key extends string, Value>(row: Translatable<Key, Value>, key: Key, lang: string): Value {
  const texts = isRecord(row.translations) ? row.translations[lang] : undefined;
  const text = isRecord(texts) ? texts[key] : undefined;
  // A translation has the type of the text that it replaces: the importer and the mutations ensure that.
  return text === undefined || text === null ? row[key] : (text as Value);
}

type Column<Model extends keyof PrismaTypes> = string & keyof PrismaTypes[Model]['Shape'];

/**
 * Options of a field that answers with a translated column, or with its frozen copy. The `///` comment of the column
 * describes the field.
 */
export function translated<Model extends keyof PrismaTypes, Key extends Column<Model>>(model: Model, key: Key) {
  return {
    description: columnComment(model, key),
    extensions: { translatedColumn: key },
    resolve: <Value>(row: Translatable<Key, Value>, _args: object, context: Context): Value =>
      inLanguage(row, key, context.lang),
  };
}

type TextMatch = { startsWith?: string; contains?: string };

/**
 * A condition for rows whose text in `lang` matches, case-insensitively. Filters compare the text that the caller
 * reads.
 */
export function whereText<Key extends string>(key: Key, match: TextMatch, lang: string) {
  const path = [lang, key];
  const json =
    match.startsWith === undefined
      ? { string_contains: likeText(match.contains ?? '') }
      : { string_starts_with: likeText(match.startsWith) };
  const column =
    match.startsWith === undefined
      ? { contains: likeText(match.contains ?? '') }
      : { startsWith: likeText(match.startsWith) };
  return {
    OR: [
      { translations: { path, ...json, mode: 'insensitive' as const } },
      {
        AND: [
          { translations: { path, equals: Prisma.AnyNull } },
          { [key]: { ...column, mode: 'insensitive' as const } },
        ],
      },
    ],
  };
}

/**
 * A condition for those of the rows that match `where` whose text in the language of the request contains any of the
 * parts, case-insensitively. Their ids are queried first.
 */
export const whereTextHasAny = async (
  context: Context,
  model: Prisma.ModelName,
  where: object,
  key: string,
  parts: readonly string[],
) => ({ id: { in: await idsOnce(context, model, where, key, parts) } });

const idsOnce = oncePerRequest(
  ({ db, lang }, model: Prisma.ModelName, where: object, key: string, parts: readonly string[]) =>
    idsOfText(db, model, where, { key, lang, patterns: partPatterns(parts) }),
);
