import type { Prisma } from '@channel/prisma';
import { isShared, type SharedTarget } from '../tags/tag-targets.ts';

/** Names of actions that change tags begin so. */
export const TAG_ACTIONS = 'tags.';

type Value = string | number;
type Tags = Record<string, Value>;

/** A change of the tags that an organization puts on something shared: all of them before and after, by their keys. */
export type SharedTagChange = {
  target: SharedTarget;
  id: number;
  organizationId: number;
  before: Tags;
  after: Tags;
};

type Line = {
  action: string;
  entity: string;
  entityId: number | null;
  organizationId: number | null;
  before: Prisma.JsonValue;
  after: Prisma.JsonValue;
};

/** What a line of the audit log tells of tags of something shared; null where it tells of anything else. */
export function sharedTagChange({
  action,
  entity,
  entityId,
  organizationId,
  before,
  after,
}: Line): SharedTagChange | null {
  if (!action.startsWith(TAG_ACTIONS) || !isShared(entity) || entityId === null || organizationId === null) return null;
  return { target: entity, id: entityId, organizationId, before: tagsIn(before), after: tagsIn(after) };
}

/** As `changeTags` writes them. */
const tagsIn = (members: Prisma.JsonValue): Tags => (members as { tags?: Tags } | null)?.tags ?? {};
