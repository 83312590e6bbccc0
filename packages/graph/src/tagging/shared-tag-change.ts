import type { Prisma } from '@channel/prisma';
import { isShared, type SharedTarget } from './tag-targets.ts';

/** Prefix of the names of actions that change tags. */
export const TAG_ACTIONS = 'tags.';

type Value = string | number;
type Tags = Record<string, Value>;

/** A change of the tags that an organization puts on a shared resource: all of its tags before and after, by key. */
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

/** The tag change that an audit entry describes; null unless the entry is about the tags of a shared resource. */
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

/** The tags in the format in which `changeTags` writes them. */
const tagsIn = (members: Prisma.JsonValue): Tags => (members as { tags?: Tags } | null)?.tags ?? {};
