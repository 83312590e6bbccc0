import { createLoader, createParser, parseAsInteger, parseAsStringLiteral } from 'nuqs/server';
import { isDay } from '#lib/format.ts';
import { VIEWS } from '../board-address.ts';

const parseAsDay = createParser({ parse: (text) => (isDay(text) ? text : null), serialize: (day: string) => day });

/** What the address of a manifest says: the day (today without), drivers or guides, and which of them (all without). */
export const manifestParsers = {
  day: parseAsDay,
  view: parseAsStringLiteral(VIEWS).withDefault('drivers'),
  person: parseAsInteger,
};

/** Reads it from the search of an address. */
export const loadManifestAddress = createLoader(manifestParsers);
