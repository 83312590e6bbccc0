import type { Prisma } from '@channel/prisma';
import { dateText, timeText } from '../shared/calendar.ts';
import type { LockedOrder } from './lock-orders.ts';
import type { TransferPlan } from './plan-transfer.ts';
import type { UpdatePlan } from './plan-update.ts';

type Values = Record<string, Prisma.InputJsonValue | null>;

/** The members of an order that an update changes, with their old and new values. */
export type OrderDiff = { before: Values; after: Values };

/** Compares an order with the requested update. Members that already have the requested value are left out. */
export function diffOf(order: LockedOrder, plan: UpdatePlan, status: LockedOrder['status'] | undefined): OrderDiff {
  const diff: OrderDiff = { before: {}, after: {} };
  const compare = (member: string, before: Prisma.InputJsonValue | null, after: Prisma.InputJsonValue | null) => {
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    diff.before[member] = before;
    diff.after[member] = after;
  };
  if (status) compare('status', order.status, status);
  for (const column of ['contactPersonId', 'tourGuideId', 'referenceCode'] as const) {
    const value = plan.columns[column];
    if (value !== undefined) compare(column, order[column], value);
  }
  const [leader] = order.passengers;
  for (const [column, value] of Object.entries(plan.leader)) {
    compare(`leader.${column}`, leader?.[column as keyof UpdatePlan['leader']] ?? null, value);
  }
  compareTransfer('pickup', order.pickup, plan.pickup, compare);
  compareTransfer('dropoff', order.dropoff, plan.dropoff, compare);
  return diff;
}

export const isEmpty = ({ after }: OrderDiff): boolean => Object.keys(after).length === 0;

type Compare = (member: string, before: Prisma.InputJsonValue | null, after: Prisma.InputJsonValue | null) => void;

function compareTransfer(
  name: string,
  transfer: LockedOrder['pickup'],
  { columns, newPoint }: TransferPlan,
  compare: Compare,
): void {
  const { date, time, driverId, pointId } = columns;
  if (date !== undefined) compare(`${name}.date`, transfer.date && dateText(transfer.date), date && dateText(date));
  if (time !== undefined) compare(`${name}.time`, transfer.time && timeText(transfer.time), time && timeText(time));
  if (driverId !== undefined) compare(`${name}.driverId`, transfer.driverId, driverId);
  if (pointId !== undefined) compare(`${name}.pointId`, transfer.pointId, pointId);
  if (newPoint) compare(`${name}.point`, pointText(transfer.point), pointText(newPoint));
}

/** Whether an update moves a transfer to a point that is made for it, and not to one like its present one. */
export const movesToNewPoint = ({ point }: LockedOrder['pickup'], { newPoint }: TransferPlan): boolean =>
  newPoint !== undefined && pointText(point) !== pointText(newPoint);

const pointText = (point: { latitude: object; longitude: object; address: string } | null) =>
  point && `${point.latitude},${point.longitude} ${point.address}`;
