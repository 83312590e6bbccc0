import { bound, joined, raw, type Sql, sql } from 'graphql-sql';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { OrderFilter } from '../orders/order-filter.ts';
import { MAX_PER_PAGE } from '../shared/paging.ts';
import { jsonOver } from '../shared/rows.ts';
import { selects } from '../shared/selected.ts';
import { countedOrders } from './counted-orders.ts';
import { checkGroupings, DEFAULT_GROUPS, MAX_GROUPINGS } from './groupings.ts';
import {
  FIGURES,
  type Figures,
  OrderFigures,
  SUMMED,
  SUMMED_AGAIN,
  SUMMED_COLUMNS,
  seatsSql,
} from './order-figures.ts';
import {
  type Grouping,
  type Key,
  keySql,
  labelSql,
  OrderDateBasis,
  OrderGrouping,
  OrderGroupKey,
} from './order-keys.ts';

const OrderStatisticsSortKey = builder.enumType('OrderStatisticsSortKey', {
  description: 'The sort key of groups of orders.',
  values: {
    KEYS: { description: 'Their keys, in the order of `groupBy`: dates by time, all else by id.' },
    ORDERS: { description: 'The number of their orders; groups with equally many by their keys.' },
  } as const,
});

const OrderStatisticsSort = builder.inputType('OrderStatisticsSort', {
  description: 'How groups of orders are sorted. Groups without a key come last.',
  fields: (t) => ({
    by: t.field({ type: OrderStatisticsSortKey, required: true, description: 'The sort key.' }),
    descending: t.boolean({ defaultValue: false, description: 'True: the latest or the largest first.' }),
  }),
});

type Group = { keys: Key[]; figures: Figures };
type Statistics = { total: Figures; groupCount: number; groups: Group[] };

const OrderGroup = builder.objectRef<Group>('OrderGroup').implement({
  description: 'Orders with the same keys.',
  fields: (t) => ({
    keys: t.field({
      type: [OrderGroupKey],
      description: 'The keys, one for each entry of `groupBy`, in its order.',
      resolve: ({ keys }) => keys,
    }),
    figures: t.field({
      type: OrderFigures,
      description: 'The figures of its orders.',
      resolve: ({ figures }) => figures,
    }),
  }),
});

const OrderStatistics = builder.objectRef<Statistics>('OrderStatistics').implement({
  description: 'Figures of orders, in total and by group.',
  fields: (t) => ({
    total: t.field({
      type: OrderFigures,
      description: 'The figures of all matching orders, also of groups that are left out.',
      resolve: ({ total }) => total,
    }),
    groupCount: t.exposeInt('groupCount', { description: 'Number of groups, also of those that are left out.' }),
    isTruncated: t.boolean({
      description: 'Whether `groups` leaves out groups, because there are more than `limit`.',
      resolve: ({ groups, groupCount }) => groups.length < groupCount,
    }),
    groups: t.field({
      type: [OrderGroup],
      description: 'The first groups, at most `limit`. Empty if no order matches.',
      resolve: ({ groups }) => groups,
    }),
  }),
});

type Requested = {
  groupBy: readonly Grouping[];
  dateBasis: typeof OrderDateBasis.$inferType;
  sort: typeof OrderStatisticsSort.$inferInput;
  limit: number;
  /** Whether passengers and seats are selected. */
  isCounted: boolean;
};

function orderOf(keys: readonly Sql[], { by, descending }: Requested['sort']): Sql {
  const direction = raw(descending ? ' DESC' : '');
  const first = by === 'ORDERS' ? [sql`sum(orders)${direction}`] : [];
  const rest = by === 'ORDERS' ? raw('') : direction;
  return joined([...first, ...keys.map((key) => sql`${key}${rest} NULLS LAST`)], ', ', '1');
}

/**
 * One statement: the matching orders with their keys (`m`), passengers and seats of each order (`c`), the figures by keys
 * and currency (`g`), and the groups of the answer with their positions (`n`).
 */
function statistics(where: object, requested: Requested, context: Context): Promise<Statistics> {
  const { groupBy, dateBasis, limit } = requested;
  const keys = groupBy.map((_, index) => raw(`k${index}`));
  const keyList = (prefix: string) =>
    joined(
      groupBy.map((_, index) => raw(`, ${prefix}k${index}`)),
      '',
    );
  const grouped = groupBy.length === 0 ? raw('') : sql`GROUP BY ${joined(keys, ', ')}`;
  return jsonOver<Statistics>(context.db, 'Order', where, (row, matches) => {
    const keyed = groupBy.map((by, index) => sql`, ${keySql(by, row, dateBasis, context)} AS ${raw(`k${index}`)}`);
    const printed = groupBy.map((by, index) => {
      const key = raw(`n.k${index}`);
      return sql`json_build_object('by', ${raw(`'${by}'`)}, 'value', ${key}, 'label', ${labelSql(by, key, raw('n.newest'), context.lang)})`;
    });
    return sql`WITH m AS MATERIALIZED (
      SELECT ${SUMMED_COLUMNS}${joined(keyed, '')}
      FROM orders l JOIN organization z ON z.id = l.organization_id WHERE ${matches}
    ), c AS (${seatsSql(requested.isCounted)}), g AS MATERIALIZED (
      SELECT ${SUMMED}, max(m.id) AS newest${keyList('m.')}
      FROM m LEFT JOIN c ON c.order_id = m.id GROUP BY m.currency_code${keyList('m.')}
    ), n AS MATERIALIZED (
      SELECT ${FIGURES} AS figures, max(newest) AS newest, row_number() OVER (ORDER BY ${orderOf(keys, requested.sort)}) AS position${keyList('')}
      FROM g ${grouped} HAVING count(*) > 0
    )
    SELECT json_build_object(
      'total', (SELECT ${FIGURES} FROM (SELECT ${SUMMED_AGAIN} FROM g GROUP BY currency_code) g),
      'groupCount', (SELECT count(*) FROM n),
      'groups', (SELECT coalesce(json_agg(json_build_object('keys', json_build_array(${joined(printed, ', ')}), 'figures', n.figures)
        ORDER BY n.position), '[]') FROM n WHERE n.position <= ${bound(limit, 'int')}))::text`;
  });
}

builder.queryField('orderStatistics', (t) =>
  t.field({
    type: OrderStatistics,
    description:
      'Counts and exact sums of the orders that the viewer may see, by group. Amounts of different currencies are never added.',
    args: {
      filter: t.arg({
        type: OrderFilter,
        description:
          'Which orders count. Without `status`, only booked ones; where `groupBy` has `STATUS`, those in every state.',
      }),
      groupBy: t.arg({
        type: [OrderGrouping],
        defaultValue: [],
        description: `What the orders are grouped by: at most ${MAX_GROUPINGS}, each once. Empty: one group without keys.`,
      }),
      dateBasis: t.arg({
        type: OrderDateBasis,
        defaultValue: 'ACTIVITY',
        description: 'The date of an order that `DAY`, `WEEK`, `MONTH` and `YEAR` mean.',
      }),
      sort: t.arg({ type: OrderStatisticsSort, description: 'How the groups are sorted; by default by their keys.' }),
      limit: t.arg.int({
        defaultValue: DEFAULT_GROUPS,
        description: `Maximum number of groups in the answer, 1 to ${MAX_PER_PAGE.toLocaleString('en')}.`,
      }),
    },
    resolve: async (_root, { filter, dateBasis, sort, ...args }, context, info) => {
      const [groupBy, limit] = [args.groupBy ?? [], args.limit ?? DEFAULT_GROUPS];
      checkGroupings(groupBy, limit);
      const where = await countedOrders(filter, context, groupBy.includes('STATUS'));
      const requested = {
        groupBy,
        dateBasis: dateBasis ?? 'ACTIVITY',
        sort: sort ?? { by: 'KEYS' as const },
        limit,
        isCounted: selects(info, ['passengers', 'seats']),
      };
      return statistics(where, requested, context);
    },
  }),
);
