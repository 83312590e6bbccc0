import { createLoader, parseAsStringLiteral } from 'nuqs/server';
import { parseAsDay, parseAsId } from '#lib/url-parsers.ts';
import { VIEWS } from '../board-address.ts';

/** The query parameters of a manifest: the day (default: today), drivers or guides, and the person (default: all). */
export const manifestParsers = {
  day: parseAsDay,
  view: parseAsStringLiteral(VIEWS).withDefault('drivers'),
  person: parseAsId,
};

/** Parses the query string. */
export const loadManifestAddress = createLoader(manifestParsers);
