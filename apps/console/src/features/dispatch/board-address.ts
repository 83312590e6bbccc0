import {
  createLoader,
  createSerializer,
  type inferParserType,
  parseAsNumberLiteral,
  parseAsStringLiteral,
} from 'nuqs/server';
import { addDays } from '#lib/format.ts';
import { parseAsDay } from '#lib/url-parsers.ts';

export const SPANS = [1, 2, 3, 7] as const;
export const VIEWS = ['drivers', 'guides'] as const;

/** The role whose assignments the board shows. */
export type View = (typeof VIEWS)[number];

/** The query parameters of the board's URL. */
export const boardParsers = {
  /** First day; defaults to today. */
  from: parseAsDay,
  days: parseAsNumberLiteral(SPANS).withDefault(1),
  view: parseAsStringLiteral(VIEWS).withDefault('drivers'),
};

export type BoardAddress = inferParserType<typeof boardParsers>;

/** Parses the query string. */
export const loadBoardAddress = createLoader(boardParsers);

/** Appends the query string to a path. */
export const withBoardAddress = createSerializer(boardParsers);

/** The days of a board in ascending order. */
export const daysFrom = (from: string, days: number): string[] =>
  Array.from({ length: days }, (_none, index) => addDays(from, index));
