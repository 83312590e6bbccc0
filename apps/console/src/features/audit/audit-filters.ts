import { createSerializer, type inferParserType, parseAsStringLiteral } from 'nuqs/server';
import { instantsOf } from '#lib/day-range.ts';
import type { InputOf } from '#lib/graphql.ts';
import { parseAsDay, parseAsId, parseAsPage, parseAsText } from '#lib/url-parsers.ts';
import { CHANNELS, THING_NAMES, THINGS } from './audit-labels.ts';

/** The query parameters of the audit log's URL. */
export const auditFilterParsers = {
  q: parseAsText.withDefault(''),
  /** Id of the user who made the change. */
  actor: parseAsId,
  /** The kind of resource and its id. */
  of: parseAsStringLiteral(THING_NAMES),
  id: parseAsId,
  action: parseAsText,
  channel: parseAsStringLiteral(CHANNELS),
  /** The IP address of the caller. */
  address: parseAsText,
  batch: parseAsId,
  /** First and last day in the organization's time zone. */
  from: parseAsDay,
  to: parseAsDay,
  page: parseAsPage.withDefault(1),
};

export type AuditFilters = inferParserType<typeof auditFilterParsers>;

/** Appends the filters to a path as a query string. */
export const withAuditFilters: (path: string, filters: Partial<AuditFilters>) => string =
  createSerializer(auditFilterParsers);

export const isNarrowed = ({ page: _page, q, ...others }: AuditFilters) =>
  q.trim() !== '' || Object.values(others).some((value) => value !== null);

const listOf = <Value>(value: Value | null) => (value === null ? null : [value]);

/** Converts the filters to query variables; days are interpreted in `timeZone`. */
export function toVariables(filters: AuditFilters, timeZone: string): { filter: InputOf<'AuditFilter'>; page: number } {
  const { q, actor, of, id, action, channel, address, batch, from, to, page } = filters;
  return {
    filter: {
      search: q.trim() || null,
      actorIds: listOf(actor),
      entities: of === null ? null : [...THINGS[of].entities],
      entityIds: listOf(id),
      actions: listOf(action),
      channels: listOf(channel),
      addresses: listOf(address),
      batchIds: listOf(batch),
      ...instantsOf({ from, to }, timeZone),
    },
    page,
  };
}
