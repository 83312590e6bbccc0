import type { Tx } from '@channel/prisma';
import { z } from 'zod';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { conflict, FieldErrors, notFound, UNKNOWN_ID } from '../errors.ts';
import { atMost } from '../shared/bounded-arguments.ts';
import {
  administered,
  administeredOrganization,
  changesOf,
  edited,
  inEdit,
  lastValues,
  record,
} from '../shared/edit.ts';
import { type Existing, existing, expectVersion } from '../shared/expected-version.ts';
import { staffOrganizationIds } from '../shared/principals.ts';
import { lockRows } from '../shared/rows.ts';
import { id } from '../shared/values.ts';
import { pointValues } from './place-values.ts';
import { Point } from './point.ts';

const PointInput = builder.inputType('BusinessPointInput', {
  description: 'The members of a point. A member that is left out keeps its value.',
  fields: (t) => ({
    cityId: t.int({ description: 'The city in which it lies.' }),
    latitude: t.field({ type: 'Decimal', description: 'Degrees north, -90 to 90.' }),
    longitude: t.field({ type: 'Decimal', description: 'Degrees east, -180 to 180.' }),
    address: t.string({ description: 'The address as one line.', extensions: atMost(1_000) }),
  }),
});

const form = z.object({ ...pointValues, cityId: id });

type Former = { id: number; organizationId: number; cityId: number };

async function save(
  tx: Tx,
  context: Context,
  organizationId: number,
  former: Former | null,
  input: typeof PointInput.$inferInput,
): Promise<number> {
  const edit = edited(form, former, input);
  const fieldErrors = new FieldErrors();
  if ((await tx.city.count({ where: { id: edit.next.cityId } })) === 0)
    fieldErrors.add(['input', 'cityId'], UNKNOWN_ID);
  fieldErrors.throwIfAny();
  const change = changesOf(edit);
  if (former && !change) return former.id;
  const { id } = former
    ? await tx.point.update({ where: { id: former.id }, data: edit.next, select: { id: true } })
    : await tx.point.create({ data: { ...edit.next, organizationId }, select: { id: true } });
  const subject = { entity: 'point', entityId: id, organizationId };
  if (change) await record(tx, context, subject, former ? 'update' : 'create', change);
  return id;
}

/** A point of an organization that the actor administers, locked. */
async function managed(tx: Tx, context: Context, { id, expectedVersion }: Existing) {
  await lockRows(tx, 'Point', { id, organizationId: { in: staffOrganizationIds(context) } });
  const row = await tx.point.findFirst({ where: { id, organizationId: { in: staffOrganizationIds(context) } } });
  const point = administered(context, row && { ...row, organizationId: row.organizationId ?? 0 }, notFound('Point'));
  await expectVersion(tx, 'Point', id, expectedVersion);
  return point;
}

const existingPoint = existing('point');

builder.mutationFields((t) => ({
  createPoint: t.prismaField({
    type: Point,
    description:
      'Creates a point of an organization, for the places of its products and for pickups. For its administrators.',
    args: {
      organizationId: t.arg.int({ required: true, description: 'The organization that uses it.' }),
      input: t.arg({ type: PointInput, required: true, description: 'The point; all members are required.' }),
    },
    resolve: async (query, _root, { organizationId, input }, context) => {
      administeredOrganization(context, organizationId);
      const id = await inEdit(context, (tx) => save(tx, context, organizationId, null, input));
      return context.db.point.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  updatePoint: t.prismaField({
    type: Point,
    description:
      'Changes a point of an organization. Refused where transfers of orders have it: they would be somewhere else. For its administrators.',
    args: {
      ...existingPoint,
      input: t.arg({ type: PointInput, required: true, description: 'The members to change.' }),
    },
    resolve: async (query, _root, { id, input, expectedVersion }, context) => {
      await inEdit(context, async (tx) => {
        const former = await managed(tx, context, { id, expectedVersion });
        if ((await tx.transfer.count({ where: { pointId: id } })) > 0)
          throw conflict('Transfers of orders have this point: create another one.');
        await save(tx, context, former.organizationId, former, input);
      });
      return context.db.point.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  deletePoint: t.boolean({
    description: 'Deletes a point of an organization that no product, pickup or transfer has. For its administrators.',
    args: existingPoint,
    resolve: async (_root, { id, expectedVersion }, context) => {
      await inEdit(context, async (tx) => {
        const { organizationId, id: _, ...former } = await managed(tx, context, { id, expectedVersion });
        await tx.point.delete({ where: { id }, select: { id: true } });
        const subject = { entity: 'point', entityId: id, organizationId };
        await record(tx, context, subject, 'delete', lastValues(former));
      });
      return true;
    },
  }),
}));
