import type { VariablesOf } from 'gql.tada';
import { createSerializer, type inferParserType, parseAsStringLiteral } from 'nuqs/server';
import { addDays } from '#lib/format.ts';
import { instantOf } from '#lib/local-minute.ts';
import { parseAsDay, parseAsId, parseAsPage, parseAsText } from '#lib/url-parsers.ts';
import type { AuditQuery } from './audit-query.ts';
import { DOORS, THING_NAMES, THINGS } from './audit-words.ts';

/** What the address of the audit log says. */
export const auditFilterParsers = {
  q: parseAsText.withDefault(''),
  /** Id of who did it. */
  actor: parseAsId,
  /** The kind of resource, and its id. */
  of: parseAsStringLiteral(THING_NAMES),
  id: parseAsId,
  action: parseAsText,
  door: parseAsStringLiteral(DOORS),
  batch: parseAsId,
  /** First and last day, by the clock of the office. */
  from: parseAsDay,
  to: parseAsDay,
  page: parseAsPage.withDefault(1),
};

export type AuditFilters = inferParserType<typeof auditFilterParsers>;

/** Writes the filters behind a path. */
export const withAuditFilters: (path: string, filters: Partial<AuditFilters>) => string =
  createSerializer(auditFilterParsers);

export const isNarrowed = ({ page: _page, q, ...others }: AuditFilters) =>
  q.trim() !== '' || Object.values(others).some((value) => value !== null);

const listOf = <Value>(value: Value | null) => (value === null ? null : [value]);

/** The filters as the API takes them; days are those of a time zone. */
export function toVariables(filters: AuditFilters, timeZone: string): VariablesOf<typeof AuditQuery> {
  const { q, actor, of, id, action, door, batch, from, to, page } = filters;
  return {
    filter: {
      search: q.trim() || null,
      actorIds: listOf(actor),
      entities: of === null ? null : [...THINGS[of].entities],
      entityIds: listOf(id),
      actions: listOf(action),
      doors: listOf(door),
      batchIds: listOf(batch),
      since: from === null ? null : instantOf(`${from}T00:00`, timeZone),
      until: to === null ? null : instantOf(`${addDays(to, 1)}T00:00`, timeZone),
    },
    page,
  };
}
