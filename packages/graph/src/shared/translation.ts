import { Prisma } from '@channel/prisma';
import type PrismaTypes from '@channel/prisma/pothos-types';
import { bound, fieldSql, fromContext, literal, member, type Row, type Sql, sql } from 'graphql-sql';
import { columnComment } from '../builder.ts';
import type { Context } from '../context.ts';
import { oncePerRequest } from './once-per-request.ts';
import { findIds } from './rows.ts';
import { likeText, matchesAnySql, partPatterns } from './text.ts';

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

/** The language of the request. */
export const lang = fromContext('lang', 'text');

/** A column in the language of the request, or in the default language where it is not translated. */
export function translatedSql(row: Row, column: string): { value: Sql; isJson: boolean } {
  const key = literal(column);
  const translation = sql`(${member(row, 'translations')} -> ${lang})`;
  const text = member(row, column);
  const isList = row.kind === 'model' && row.table.columns[column]?.isList;
  if (row.kind !== 'json' && !isList)
    return { value: sql`coalesce(${translation} ->> ${key}, ${text})`, isJson: false };
  const value = isList ? sql`to_jsonb(${text})` : text;
  return { value: sql`coalesce(nullif(${translation} -> ${key}, 'null'), ${value})`, isJson: true };
}

/** The SQL resolver of a field that answers with a translated column. */
export const translatedColumn = (column: string) => fieldSql((row) => translatedSql(row, column));

type Column<Model extends keyof PrismaTypes> = string & keyof PrismaTypes[Model]['Shape'];

/**
 * Options of a field that answers with a translated column, or with its frozen copy. The `///` comment of the column
 * describes the field.
 */
export function translated<Model extends keyof PrismaTypes, Key extends Column<Model>>(model: Model, key: Key) {
  return {
    description: columnComment(model, key),
    extensions: translatedColumn(key),
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
  (context, model: Prisma.ModelName, where: object, key: string, parts: readonly string[]) => {
    const path = bound([context.lang, key], 'text[]');
    const patterns = bound(partPatterns(parts), 'text[]');
    // Conditions of Prisma would read the column of translations, which is long, again for each pattern.
    return findIds(context.db, model, where, (row) =>
      matchesAnySql(sql`coalesce(${member(row, 'translations')} #>> ${path}, ${member(row, key)})`, patterns),
    );
  },
);
