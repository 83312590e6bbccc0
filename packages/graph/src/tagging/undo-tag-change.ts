import { Prisma, type Tx } from '@channel/prisma';
import { AuditEntry } from '../audit/audit-entry.ts';
import { visibleLines } from '../audit/audit-filter.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { conflict, notFound } from '../errors.ts';
import { actorOf } from '../shared/principals.ts';
import { changeTagsOf } from './change-tags.ts';
import { sharedTagChange, TAG_ACTIONS } from './shared-tag-change.ts';
import { demandSharedTags, mayTagShared, type SharedTarget, TARGETS, type Tagged } from './tag-targets.ts';
import { columnOf, isOfTarget, partsOf, type TagSetting, targetRows } from './write-tags.ts';

builder.prismaObjectField(AuditEntry, 'mayUndo', (t) =>
  t.boolean({
    description:
      'Whether the viewer may undo the change with `undoTagChange`: it changed tags of a shared resource, and the viewer holds the permission to change them.',
    select: { action: true, entity: true, entityId: true, organizationId: true },
    resolve: (line, _args, context) => {
      const change = sharedTagChange(line);
      return change !== null && mayTagShared(context, change.organizationId);
    },
  }),
);

const undoArgs = builder.args((t) => ({
  id: t.string({ required: true, description: 'Id of an audit log entry that may be undone.' }),
  wholeRequest: t.boolean({
    defaultValue: false,
    description: 'True: also the tag changes of the same request on other resources of this kind.',
  }),
}));

builder.queryField('taggedThings', (t) =>
  t.int({
    description: 'The number of resources whose tags `undoTagChange` would change with the same arguments.',
    args: undoArgs,
    resolve: async (_root, { id, wholeRequest }, context) =>
      (await changesAt(context, id, wholeRequest ?? false)).targets.length,
  }),
);

builder.mutationField('undoTagChange', (t) =>
  t.int({
    description:
      'Undoes a change of tags of shared resources: each changed key gets its former value, other keys stay. All or nothing: if one of these keys has changed since, a conflict lists the differences. The undo is a separate change in the audit log, which can be undone, too. Returns the number of changed resources.',
    args: undoArgs,
    resolve: async (_root, { id, wholeRequest }, context) =>
      undo(context, await changesAt(context, id, wholeRequest ?? false)),
  }),
);

/** Audit log entries about tags of shared resources of one kind. */
type Changes = { target: SharedTarget; targets: Tagged[]; lineIds: bigint[] };

const lineOf = { id: true, action: true, entity: true, entityId: true, organizationId: true } as const;

/**
 * The change of an audit log entry; with `wholeRequest` also the changes of the same request to the tags of other
 * resources of the same kind.
 *
 * @throws not found where the actor does not see the entry; conflict where it is not a change of shared tags; forbidden
 */
async function changesAt(context: Context, id: string, wholeRequest: boolean): Promise<Changes> {
  actorOf(context);
  const { db } = context;
  const seen = /^\d{1,18}$/.test(id)
    ? await db.$queryRaw<{ id: number }[]>`
        SELECT a.id FROM audit_entry a WHERE a.id = ${BigInt(id)} AND ${visibleLines(context)}`
    : [];
  const select = { ...lineOf, requestId: true, at: true, actorId: true } as const;
  const line = seen[0] && (await db.auditEntry.findUnique({ where: { id: seen[0].id }, select }));
  if (!line) throw notFound('Audit entry');
  const change = sharedTagChange(line);
  if (!change) throw conflict('Only changes of tags of users, roles, cities, categories and products can be undone.');
  const { target, organizationId } = change;
  demandSharedTags(context, target, organizationId);
  const { requestId, at, actorId, entity } = line;
  const where = { requestId, at, actorId, entity, organizationId, action: { startsWith: TAG_ACTIONS } };
  const lines = !wholeRequest || requestId === null ? [line] : await db.auditEntry.findMany({ where, select: lineOf });
  const ids = new Set(lines.flatMap((each) => sharedTagChange(each)?.id ?? []));
  return {
    target,
    targets: [...ids].map((each) => ({ id: each, organizationId, orderId: null })),
    lineIds: lines.map((each) => each.id),
  };
}

/**
 * The tags of `target` that differ between the state before the first of some audit entries and the state after the last,
 * as rows (id, key, before, after). An entry may also have tags that did not change.
 */
const changedTags = (lineIds: readonly bigint[]): Prisma.Sql => Prisma.sql`
  SELECT id, key, before, after FROM (
    SELECT a.entity_id AS id, key, (array_agg(each.before ORDER BY a.id))[1] AS before,
      (array_agg(each.after ORDER BY a.id DESC))[1] AS after
    FROM audit_entry a JOIN target ON target.id = a.entity_id
    CROSS JOIN LATERAL (
      SELECT key, former.value AS before, latter.value AS after
      FROM jsonb_each(a.before -> 'tags') AS former FULL JOIN jsonb_each(a.after -> 'tags') AS latter USING (key)) AS each
    WHERE a.id = ANY (${lineIds}::bigint[]) GROUP BY 1, 2) AS mentioned
  WHERE before IS DISTINCT FROM after`;

async function undo(context: Context, { target, targets, lineIds }: Changes): Promise<number> {
  const former = () => Prisma.sql`SELECT id, key, before AS value FROM (${changedTags(lineIds)}) AS changed`;
  const check = (tx: Tx) => refuseChanged(tx, { target, targets, lineIds });
  const count = await changeTagsOf(context, target, targets, 'tags.undo', former, check);
  if (count === 0) throw conflict('The change has no tags to undo.');
  return count;
}

const FEW = 5;

const tableOf = (target: SharedTarget) => Prisma.raw(`"${TARGETS[target].model.toLowerCase()}"`);

type Differing = { id: number; key: string; left: TagSetting['value']; value: TagSetting['value']; isGone: boolean };

/** @throws conflict where a tag differs from the value that the change left */
async function refuseChanged(tx: Tx, { target, targets, lineIds }: Changes): Promise<void> {
  const differing: Differing[] = [];
  let total = 0;
  const column = columnOf(TARGETS[target].model);
  for (const some of partsOf(targets)) {
    const rows = await tx.$queryRaw<(Differing & { count: number })[]>`
      WITH target AS (SELECT * FROM ${targetRows(some)})
      SELECT changed.id, changed.key, changed.after AS left, tag.value, thing.id IS NULL AS "isGone", (count(*) OVER ())::int AS count
      FROM (${changedTags(lineIds)}) AS changed JOIN target ON target.id = changed.id
      LEFT JOIN ${tableOf(target)} AS thing ON thing.id = changed.id
      LEFT JOIN tag ON ${isOfTarget(column)} AND tag.key = changed.key
      WHERE thing.id IS NULL OR tag.value IS DISTINCT FROM changed.after
      ORDER BY changed.id, changed.key LIMIT ${FEW}`;
    differing.push(...rows);
    total += rows[0]?.count ?? 0;
  }
  if (total === 0) return;
  const listed = differing.slice(0, FEW).map((each) => sentence(target, each));
  const more = total > FEW ? [`${total - FEW} more`] : [];
  throw conflict(`Nothing was undone because tags have changed since: ${[...listed, ...more].join('; ')}.`);
}

function sentence(target: SharedTarget, { id, key, left, value, isGone }: Differing): string {
  if (isGone) return `${target} ${id} no longer exists`;
  return `${target} ${id}: ${key} is ${shown(value)}, expected ${shown(left)}`;
}

const shown = (value: TagSetting['value']) => (value === null ? 'not set' : JSON.stringify(value));
