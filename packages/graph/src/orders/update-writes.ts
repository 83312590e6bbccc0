import { Prisma, type Tx } from '@channel/prisma';
import { dateText, timeText } from '../shared/calendar.ts';
import { endedDeclines, type Reassigned } from '../shared/ended-declines.ts';
import type { OrderWrites } from './commit-changes.ts';
import type { LockedOrder } from './lock-orders.ts';
import { movesToNewPoint } from './order-diff.ts';
import { realize } from './plan-transfer.ts';
import { LEADER_COLUMNS, type UpdatePlan } from './plan-update.ts';

/** An order and its planned update. */
export type PlannedOrder = { order: LockedOrder; plan: UpdatePlan };

/**
 * The writes of an update, without the status: the orders, their leaders and their transfers. New rows (a new point,
 * the leader of an order without one) are inserted immediately.
 */
export async function updateWrites(tx: Tx, planned: readonly PlannedOrder[]): Promise<OrderWrites[]> {
  await makeLeaders(tx, planned);
  const transfers = await transferWrites(tx, planned);
  const declines = endedDeclines(planned.map(reassigned));
  return [{ columns: orderColumns(planned), others: [...leaderWrites(planned), ...transfers, ...declines] }];
}

/** Stands for a point that has no id yet. */
const NEW_POINT = 0;

function reassigned({ order, plan }: PlannedOrder): Reassigned {
  const { tourGuideId = order.tourGuideId } = plan.columns;
  const sideOf = (side: 'pickup' | 'dropoff') => {
    const pointId = movesToNewPoint(order[side], plan[side]) ? { pointId: NEW_POINT } : {};
    return { ...order[side], ...plan[side].columns, ...pointId };
  };
  return {
    orderId: order.id,
    before: order,
    after: { tourGuideId, pickup: sideOf('pickup'), dropoff: sideOf('dropoff') },
    isMoved: false,
  };
}

const COLUMNS = {
  contactPersonId: Prisma.sql`contact_person_id`,
  tourGuideId: Prisma.sql`tour_guide_id`,
} as const;

/** The columns of the orders to set. People may differ by organization, where tags select them. */
function orderColumns(planned: readonly PlannedOrder[]): Prisma.Sql[] {
  const [first] = planned;
  if (!first) return [];
  const ids = planned.map(({ order }) => order.id);
  const people = (['contactPersonId', 'tourGuideId'] as const).flatMap((member) =>
    first.plan.columns[member] === undefined
      ? []
      : [
          Prisma.sql`${COLUMNS[member]} = (SELECT given.person FROM
            unnest(${ids}::bigint[], ${planned.map(({ plan }) => plan.columns[member] ?? null)}::bigint[]) AS given (id, person)
            WHERE given.id = o.id)`,
        ],
  );
  const { referenceCode } = first.plan.columns;
  return [...people, ...(referenceCode === undefined ? [] : [Prisma.sql`reference_code = ${referenceCode}`])];
}

const columnName = (member: string) =>
  Prisma.raw(`"${member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}"`);

const leaderMembers = ({ leader }: UpdatePlan) => LEADER_COLUMNS.filter((member) => leader[member] !== undefined);

function leaderWrites(planned: readonly PlannedOrder[]): Prisma.Sql[] {
  const plan = planned[0]?.plan;
  const ids = planned.filter(({ order }) => order.passengers.length > 0).map(({ order }) => order.id);
  if (!plan || ids.length === 0 || leaderMembers(plan).length === 0) return [];
  const sets = leaderMembers(plan).map((member) => Prisma.sql`${columnName(member)} = ${plan.leader[member]}`);
  return [
    Prisma.sql`leaders AS (
      UPDATE passenger SET ${Prisma.join(sets)} WHERE order_id = ANY (${ids}::bigint[]) AND is_leader)`,
  ];
}

async function makeLeaders(tx: Tx, planned: readonly PlannedOrder[]): Promise<void> {
  const leaderless = planned.filter(
    ({ order, plan }) => order.passengers.length === 0 && leaderMembers(plan).length > 0,
  );
  if (leaderless.length === 0) return;
  await tx.passenger.createMany({
    data: leaderless.map(({ order, plan }) => ({
      orderId: order.id,
      organizationId: order.organizationId,
      isLeader: true,
      ...plan.leader,
    })),
  });
}

const SIDES = ['pickup', 'dropoff'] as const;

async function transferWrites(tx: Tx, planned: readonly PlannedOrder[]): Promise<Prisma.Sql[]> {
  // Orders of a group share a plan, and therefore its new point.
  const moving = ({ order, plan }: PlannedOrder) =>
    SIDES.filter((side) => movesToNewPoint(order[side], plan[side])).map((side) => [plan[side], order] as const);
  const plans = new Map(planned.flatMap(moving));
  const requested = [...plans].map(([plan, place]) => ({ plan, place }));
  const columns = await realize(tx, requested);
  const columnsOf = new Map(requested.map(({ plan }, index) => [plan, columns[index] ?? {}]));
  const rows = planned.flatMap(({ order, plan }) =>
    SIDES.flatMap((side) => {
      const moved = movesToNewPoint(order[side], plan[side]) ? columnsOf.get(plan[side]) : undefined;
      const set = moved ?? plan[side].columns;
      const { id, date, time, driverId, pointId } = { ...order[side], ...set };
      return Object.keys(set).length > 0 ? [{ id, date, time, driverId, pointId }] : [];
    }),
  );
  if (rows.length === 0) return [];
  return [
    Prisma.sql`transfers AS (
      UPDATE transfer t SET date = given.date, time = given.time, driver_id = given.driver_id, point_id = given.point_id
      FROM unnest(
        ${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ date }) => date && dateText(date))}::date[],
        ${rows.map(({ time }) => time && timeText(time))}::time[], ${rows.map(({ driverId }) => driverId)}::bigint[],
        ${rows.map(({ pointId }) => pointId)}::bigint[]
      ) AS given (id, date, time, driver_id, point_id)
      WHERE t.id = given.id)`,
  ];
}
