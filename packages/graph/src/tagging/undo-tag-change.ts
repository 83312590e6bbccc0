import { Prisma } from '@channel/prisma';
import { AuditEntry } from '../audit/audit-entry.ts';
import { visibleLines } from '../audit/audit-filter.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { conflict, notFound } from '../errors.ts';
import { actorOf } from '../shared/principals.ts';
import { changeTagsOf } from './change-tags.ts';
import { type SharedTagChange, sharedTagChange, TAG_ACTIONS } from './shared-tag-change.ts';
import { demandSharedTags, mayTagShared, type SharedTarget, TARGETS } from './tag-targets.ts';
import { type Change, settingTags, type TagSetting, targetRows } from './write-tags.ts';

builder.prismaObjectField(AuditEntry, 'mayUndo', (t) =>
  t.boolean({
    description:
      'Whether the viewer may undo the change with `undoTagChange`: it changed tags of a shared resource, and the viewer holds the permission to change them.',
    select: { action: true, entity: true, entityId: true, organizationId: true, before: true, after: true },
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
      new Set((await changesAt(context, id, wholeRequest ?? false)).map((change) => change.id)).size,
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

/**
 * The change of an audit log entry; with `wholeRequest` also the changes of the same request to the tags of other
 * resources of the same kind, oldest first.
 *
 * @throws not found where the actor does not see the entry; conflict where it is not a change of shared tags; forbidden
 */
async function changesAt(context: Context, id: string, wholeRequest: boolean): Promise<SharedTagChange[]> {
  actorOf(context);
  const { db } = context;
  const seen = /^\d{1,18}$/.test(id)
    ? await db.$queryRaw<{ id: bigint }[]>`
        SELECT a.id FROM audit_entry a WHERE a.id = ${BigInt(id)} AND ${visibleLines(context)}`
    : [];
  const line = seen[0] && (await db.auditEntry.findUnique({ where: { id: seen[0].id } }));
  if (!line) throw notFound('Audit entry');
  const change = sharedTagChange(line);
  if (!change) throw conflict('Only changes of tags of users, roles, cities, categories and products can be undone.');
  demandSharedTags(context, change.target, change.organizationId);
  const { requestId, at, actorId, entity, organizationId } = line;
  if (!wholeRequest || requestId === null) return [change];
  const lines = await db.auditEntry.findMany({
    where: { requestId, at, actorId, entity, organizationId, action: { startsWith: TAG_ACTIONS } },
    orderBy: { id: 'asc' },
  });
  return lines.flatMap((each) => sharedTagChange(each) ?? []);
}

async function undo(context: Context, changes: readonly SharedTagChange[]): Promise<number> {
  const [first] = changes;
  const tags = changedTags(changes);
  if (!first || tags.length === 0) throw conflict('The change has no tags to undo.');
  const { target, organizationId } = first;
  const targets = [...new Set(tags.map(({ id }) => id))].map((id) => ({ id, organizationId, orderId: null }));
  const settings = tags.map(({ id, key, before }) => ({ id, key, value: before }));
  const left = tags.map(({ id, key, after }) => ({ id, key, value: after }));
  return changeTagsOf(context, target, targets, 'tags.undo', [refuseChanged(target, left), ...settingTags(settings)]);
}

type ChangedTag = { id: number; key: string; before: TagSetting['value']; after: TagSetting['value'] };

/** The tags that differ between the state before the first change of a resource and the state after the last. */
function changedTags(changes: readonly SharedTagChange[]): ChangedTag[] {
  const things = Map.groupBy(changes, ({ id }) => id);
  return [...things].flatMap(([id, own]) => {
    const [before, after] = [own[0]?.before ?? {}, own.at(-1)?.after ?? {}];
    return [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .map((key) => ({ id, key, before: before[key] ?? null, after: after[key] ?? null }))
      .filter((tag) => tag.before !== tag.after);
  });
}

const FEW = 5;

const tableOf = (target: SharedTarget) => Prisma.raw(`"${TARGETS[target].model.toLowerCase()}"`);

type Differing = { id: number; key: string; left: TagSetting['value']; value: TagSetting['value']; isGone: boolean };

/** Changes nothing; throws a conflict where a tag differs from the value that the change left. */
const refuseChanged =
  (target: SharedTarget, left: readonly TagSetting[]): Change =>
  async (tx, column, targets) => {
    const differing = await tx.$queryRaw<Differing[]>`
      SELECT given.id, given.key, given.value AS left, tag.value, thing.id IS NULL AS "isGone"
      FROM jsonb_to_recordset(${JSON.stringify(left)}::jsonb) AS given (id int, key text, value jsonb)
      JOIN ${targetRows(targets)} ON target.id = given.id
      LEFT JOIN ${tableOf(target)} AS thing ON thing.id = given.id
      LEFT JOIN tag ON tag.${column} = given.id AND tag.organization_id = target.organization_id AND tag.key = given.key
      WHERE thing.id IS NULL OR tag.value IS DISTINCT FROM given.value
      ORDER BY given.id, given.key`;
    if (differing.length === 0) return [];
    const more = differing.length > FEW ? [`${differing.length - FEW} more`] : [];
    const said = [...differing.slice(0, FEW).map((each) => sentence(target, each)), ...more];
    throw conflict(`Nothing was undone because tags have changed since: ${said.join('; ')}.`);
  };

function sentence(target: SharedTarget, { id, key, left, value, isGone }: Differing): string {
  if (isGone) return `${target} ${id} no longer exists`;
  return `${target} ${id}: ${key} is ${shown(value)}, expected ${shown(left)}`;
}

const shown = (value: TagSetting['value']) => (value === null ? 'not set' : JSON.stringify(value));
