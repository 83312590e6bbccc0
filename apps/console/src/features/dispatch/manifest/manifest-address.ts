import { createLoader, createParser, parseAsInteger, parseAsStringLiteral } from 'nuqs/server';
import { isDay } from '#lib/format.ts';
import { VIEWS } from '../board-address.ts';

const parseAsDay = createParser({ parse: (text) => (isDay(text) ? text : null), serialize: (day: string) => day });

/** The query parameters of a manifest: the day (default: today), drivers or guides, and the person (default: all). */
export const manifestParsers = {
  day: parseAsDay,
  view: parseAsStringLiteral(VIEWS).withDefault('drivers'),
  person: parseAsInteger,
};

/** Parses the query string. */
export const loadManifestAddress = createLoader(manifestParsers);
