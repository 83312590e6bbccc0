import {
  createLoader,
  createParser,
  createSerializer,
  type inferParserType,
  parseAsNumberLiteral,
  parseAsStringLiteral,
} from 'nuqs/server';
import { addDays, isDay } from '#lib/format.ts';

export const SPANS = [1, 2, 3, 7] as const;
export const VIEWS = ['drivers', 'guides'] as const;

/** Whose work the board shows. */
export type View = (typeof VIEWS)[number];

const parseAsDay = createParser({ parse: (text) => (isDay(text) ? text : null), serialize: (day: string) => day });

/** What the address of the board says. */
export const boardParsers = {
  /** First day; today where it is left out. */
  from: parseAsDay,
  days: parseAsNumberLiteral(SPANS).withDefault(1),
  view: parseAsStringLiteral(VIEWS).withDefault('drivers'),
};

export type BoardAddress = inferParserType<typeof boardParsers>;

/** Reads it from the search of an address. */
export const loadBoardAddress = createLoader(boardParsers);

/** Writes it behind a path. */
export const withBoardAddress = createSerializer(boardParsers);

/** The days of a board, the first one first. */
export const daysFrom = (from: string, days: number): string[] =>
  Array.from({ length: days }, (_none, index) => addDays(from, index));
