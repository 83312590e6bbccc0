import type { Settings } from '@channel/settings';
import { wire } from 'graphql-rest-router';
import { z } from 'zod';
import { idList, optionalPaging, paging, tagMatches } from '../inputs.ts';
import { STATUSES } from './order-inputs.ts';

const { loose, optional } = wire;
/** Maximum page size. */
const MAX = 100;
const RELATIONS = ['pickup.driver', 'dropoff.driver'];

const ids = () => optional(z.object({ ids: optional(idList()) }).meta({ title: 'Ids' }));
const days = () =>
  optional(z.object({ start: optional(wire.date()), end: optional(wire.date()) }).meta({ title: 'Days' }));

/**
 * Converts members with the dotted names of the specification's table, such as `order_date.start`, to nested members.
 */
function withoutDots(filter: unknown): unknown {
  if (typeof filter !== 'object' || filter === null || Array.isArray(filter)) return filter;
  const members: Record<string, unknown> = { ...filter };
  for (const [name, value] of Object.entries(filter)) {
    const [, group = '', member = ''] =
      /^(product|supplier|client|city|order_date|book_date|activity_date)\.(ids|tags|start|end)$/.exec(name) ?? [];
    if (group === '') continue;
    const inside = members[group] ?? {};
    // A value that is no object is refused by the schema.
    if (typeof inside === 'object') members[group] = { [member]: value, ...inside };
  }
  return members;
}

const orderFilter = (settings: Settings) =>
  optional(
    z.preprocess(
      withoutDots,
      z
        .object({
          today_orders: optional(loose.bool()),
          product: ids(),
          supplier: ids(),
          client: ids(),
          city: optional(z.object({ ids: optional(idList()), tags: optional(tagMatches()) })),
          order_date: days(),
          book_date: days(),
          activity_date: days(),
          include: optional(relations(settings.strictInclude)),
          status: optional(
            wire.barList(wire.oneOf(STATUSES)).describe(`Some of ${STATUSES.join(', ')}, joined by \`|\`.`),
          ),
          search: optional(wire.text({ max: 500 })),
          tags: optional(tagMatches()),
        })
        .meta({ title: 'OrderFilter' }),
    ),
  );

/** The input of the list of orders. */
export const orderListInput = (settings: Settings) =>
  z.object({ filter: orderFilter(settings), ...paging({ standard: settings.pageSize, max: MAX }) });

/** The input of the export of orders: one page if it is requested, else everything. */
export const orderExportInput = (settings: Settings) =>
  z.object({ filter: orderFilter(settings), ...optionalPaging(MAX) });

/** Names of relations joined by the vertical bar. Unknown ones are ignored, or refused if `strict`. */
const relations = (strict: boolean) =>
  wire
    .text({ max: 1_000 })
    .describe(
      `Relations to include in the list entries: ${RELATIONS.map((name) => `\`${name}\``).join(', ')}, joined by \`|\`.`,
    )
    .transform((text) => text.split('|').filter((name) => name !== ''))
    .refine((names) => !strict || names.every((name) => RELATIONS.includes(name)), {
      error: `must be names among ${RELATIONS.join(', ')}, joined by |`,
    });

type ListInput = z.output<ReturnType<typeof orderListInput>>;
type ExportInput = z.output<ReturnType<typeof orderExportInput>>;

/**
 * Variables of an operation over many orders: the filter without `include`, which sets the relations of the entries.
 */
export function orderListVariables({ filter, page, per_page }: ListInput) {
  const { include = [], ...rest } = filter ?? {};
  return {
    filter: rest,
    page: page ?? 1,
    perPage: per_page,
    withPickup: include?.includes('pickup.driver') ?? false,
    withDropoff: include?.includes('dropoff.driver') ?? false,
  };
}

/** Variables of the export: with `page` or `per_page` that page, else everything in blocks. */
export function exportVariables({ filter, page, per_page }: ExportInput) {
  const { include: _none, ...rest } = filter ?? {};
  const paged = page !== undefined || per_page !== undefined;
  return { filter: rest, page: page ?? 1, perPage: per_page ?? MAX, whole: !paged };
}
