import type { Settings } from '@channel/settings';
import { wire } from 'graphql-rest-router';
import { z } from 'zod';
import { idList, paging, tagTexts } from '../inputs.ts';
import { STATUSES } from './order-inputs.ts';

const { loose, optional } = wire;
const RELATIONS = ['pickup.driver', 'dropoff.driver'];

const ids = () => optional(z.object({ ids: optional(idList()) }).meta({ title: 'Ids' }));
const days = () =>
  optional(z.object({ start: optional(wire.date()), end: optional(wire.date()) }).meta({ title: 'Days' }));

/** What the list and the export of orders read. */
export const orderListInput = (settings: Settings) =>
  z.object({
    filter: optional(
      z
        .object({
          today_orders: optional(loose.bool()),
          product: ids(),
          supplier: ids(),
          client: ids(),
          city: optional(z.object({ ids: optional(idList()), tags: optional(tagTexts()) })),
          order_date: days(),
          book_date: days(),
          activity_date: days(),
          include: optional(relations(settings.strictInclude)),
          status: optional(
            wire.barList(wire.oneOf(STATUSES)).describe(`Some of ${STATUSES.join(', ')}, joined by \`|\`.`),
          ),
          search: optional(wire.text({ max: 500 })),
          tags: optional(tagTexts()),
        })
        .meta({ title: 'OrderFilter' }),
    ),
    ...paging({ standard: settings.pageSize, most: 100 }),
  });

/** Names of relations joined by the vertical bar. What is unknown is ignored, or refused where that is asked for. */
const relations = (strict: boolean) =>
  wire
    .text({ max: 1_000 })
    .describe(`What list entries show besides: ${RELATIONS.map((name) => `\`${name}\``).join(', ')}, joined by \`|\`.`)
    .transform((text) => text.split('|').filter((name) => name !== ''))
    .refine((names) => !strict || names.every((name) => RELATIONS.includes(name)), {
      error: `must be names among ${RELATIONS.join(', ')}, joined by |`,
    });

type Input = z.output<ReturnType<typeof orderListInput>>;

/** Variables of an operation over many orders: the filter without `include`, which decides what entries show instead. */
export function orderListVariables({ filter, page, per_page }: Input) {
  const { include = [], ...rest } = filter ?? {};
  return {
    filter: rest,
    page: page ?? 1,
    perPage: per_page,
    withPickup: include?.includes('pickup.driver') ?? false,
    withDropoff: include?.includes('dropoff.driver') ?? false,
  };
}

const EXPORT_PAGE = 100;

/** Variables of the export: with `page` or `per_page` that page, else everything in blocks. */
export function exportVariables({ filter, page, per_page }: Input) {
  const { include: _none, ...rest } = filter ?? {};
  const paged = page !== undefined || per_page !== undefined;
  return { filter: rest, page: page ?? 1, perPage: per_page ?? EXPORT_PAGE, whole: !paged };
}
