import { createLoader, createSerializer, type inferParserType, parseAsStringLiteral } from 'nuqs/server';
import type { InputOf } from '#lib/graphql.ts';
import { parseAsId, parseAsPage, parseAsText } from '#lib/url-parsers.ts';

export const STATES = ['active', 'passwordless', 'disabled'] as const;

/** The query parameters of the list of people. */
export const peopleFilterParsers = {
  q: parseAsText.withDefault(''),
  /** Id of a role that the people hold. */
  role: parseAsId,
  state: parseAsStringLiteral(STATES),
  page: parseAsPage.withDefault(1),
};

export type PeopleFilters = inferParserType<typeof peopleFilterParsers>;

export const loadPeopleFilters = createLoader(peopleFilterParsers);

/** Appends the filters to a path as a query string. */
export const withPeopleFilters: (path: string, filters: Partial<PeopleFilters>) => string =
  createSerializer(peopleFilterParsers);

export const isNarrowed = ({ q, role, state }: PeopleFilters) => q.trim() !== '' || role !== null || state !== null;

/** Converts the filters to query variables. */
export const toVariables = ({
  q,
  role,
  state,
  page,
}: PeopleFilters): { filter: InputOf<'PeopleFilter'>; page: number } => ({
  filter: { search: q.trim() || null, roleIds: role === null ? null : [role], state },
  page,
});
