import { createFactories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { contextFor } from '../testing/context.ts';
import { answer } from '../testing/run.ts';

const LIST = /* GraphQL */ `
  query ($sort: OrderSort, $after: SafeInt, $perPage: Int!, $page: Int!) {
    orders(sort: $sort, after: $after, perPage: $perPage, page: $page) { id: databaseId }
  }
`;
const STATUSES = ['InCart', 'Booked', 'Deleted', 'Cancelled'] as const;

let database: TestDatabase;
let context: Context;
let all: Row[];

type Row = Awaited<ReturnType<typeof readAll>>[number];
const readAll = () => database.db.order.findMany({ include: { passengers: { where: { isLeader: true } } } });

beforeAll(async () => {
  database = await testDatabase();
  const make = createFactories(database.db);
  context = await contextFor(database.db, (await make.userWith(['orders.view-all'])).id);
  const names = ['Dekker', 'de Vries', 'Älm', 'alm', ''];
  const titles = ['Canal cruise', 'Zoo', 'bike tour'];
  for (let index = 0; index < 24; index++) {
    const total = index % 5 === 0 ? null : (index % 4) * 10.5;
    await make.order({
      offer: null,
      status: STATUSES[index % 4] ?? 'Booked',
      createdAt: new Date(Date.UTC(2026, 4, 1 + (index % 7))),
      updatedAt: new Date(Date.UTC(2026, 5, 1 + (index % 4))),
      passengers: index % 6 === 5 ? [] : [{ firstName: names[index % 5] ?? '', lastName: '' }],
      ...(index % 3 === 0 ? {} : { bookedDetails: { product: { title: titles[index % 3] ?? '' } } }),
      totalOriginal: total,
      totalAgent: total,
      totalSold: total,
      ...(index % 4 === 3 ? {} : timesOn(1 + (index % 5))),
    });
  }
  all = await readAll();
});
afterAll(() => database.drop());

function timesOn(day: number) {
  const moment = new Date(Date.UTC(2026, 5, day, 9));
  return { startsAt: moment, endsAt: moment, startsAtLocal: moment, endsAtLocal: moment };
}

type Key = string | number | null;
const KEYS: Record<string, { of: (row: Row) => Key; nulls: 'last' | 'highest' }> = {
  booked: { of: (row) => row.bookedAt?.getTime() ?? null, nulls: 'highest' },
  created: { of: (row) => row.createdAt.getTime(), nulls: 'last' },
  updated: { of: (row) => row.updatedAt.getTime(), nulls: 'last' },
  starts: { of: (row) => row.startsAtLocal?.getTime() ?? null, nulls: 'last' },
  leader: { of: (row) => row.passengers[0]?.fullName ?? '', nulls: 'last' },
  product: {
    of: (row) => (row.bookedDetails as { product: { title: string } } | null)?.product.title ?? '',
    nulls: 'last',
  },
  status: { of: (row) => STATUSES.indexOf(row.status), nulls: 'last' },
  total: { of: (row) => row.totalSold?.toNumber() ?? null, nulls: 'last' },
};
const collator = new Intl.Collator('und');

function sorted(by: string, descending: boolean): number[] {
  const { of, nulls } = KEYS[by] ?? { of: () => null, nulls: 'last' };
  const sign = descending ? -1 : 1;
  const compare = (one: Row, other: Row) => {
    const [left, right] = [of(one), of(other)];
    if (left === null || right === null) {
      const ending = nulls === 'last' ? 1 : sign;
      if (left !== right) return left === null ? ending : -ending;
      return sign * (one.id - other.id);
    }
    const order = typeof left === 'number' ? left - Number(right) : collator.compare(left, String(right));
    return sign * (order || one.id - other.id);
  };
  return [...all].sort(compare).map(({ id }) => id);
}

const listed = async (variables: object) =>
  (await answer<{ orders: { id: number }[] }>(LIST, { page: 1, perPage: 100, ...variables }, context)).orders.map(
    ({ id }) => id,
  );

const cases = Object.keys(KEYS).flatMap((by) => [false, true].map((descending) => ({ by, descending })));

describe('a list of orders', () => {
  it('is newest first by default', async () => {
    expect(await listed({})).toEqual(sorted('created', true));
  });

  it.each(cases)('is sorted by $by (descending: $descending), in pages that never overlap', async (sort) => {
    const expected = sorted(sort.by, sort.descending);
    expect(await listed({ sort })).toEqual(expected);
    expect([...(await listed({ sort, perPage: 13 })), ...(await listed({ sort, perPage: 13, page: 2 }))]).toEqual(
      expected,
    );
  });

  it.each(cases)('continues after an order when sorted by $by (descending: $descending)', async (sort) => {
    const expected = sorted(sort.by, sort.descending);
    const walked: number[] = [];
    for (let after: number | undefined; ; after = walked.at(-1)) {
      const page = await listed({ sort, perPage: 5, ...(after === undefined ? {} : { after }) });
      walked.push(...page);
      if (page.length < 5) break;
    }
    expect(walked).toEqual(expected);
  });

  it('continues after an order among those that were changed within the same millisecond', async () => {
    await database.db.$executeRaw`UPDATE orders SET updated_at = '2026-07-01T00:00:00Z'::timestamptz
      + (id * 7 % 5) * interval '1 microsecond'`;
    for (const direction of ['ASC', 'DESC']) {
      const rows = await database.db.$queryRawUnsafe<{ id: number }[]>(
        `SELECT id FROM orders ORDER BY updated_at ${direction}, id ${direction}`,
      );
      const sort = { by: 'updated', descending: direction === 'DESC' };
      const walked: number[] = [];
      for (let after: number | undefined; ; after = walked.at(-1)) {
        const page = await listed({ sort, perPage: 5, ...(after === undefined ? {} : { after }) });
        walked.push(...page);
        if (page.length < 5 || walked.length > 100) break;
      }
      expect(walked).toEqual(rows.map(({ id }) => id));
    }
  });
});
