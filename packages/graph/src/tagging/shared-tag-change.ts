import { isShared, type SharedTarget } from './tag-targets.ts';

/** Prefix of the names of actions that change tags. */
export const TAG_ACTIONS = 'tags.';

/** A change of the tags that an organization puts on a shared resource. */
export type SharedTagChange = { target: SharedTarget; id: number; organizationId: number };

type Line = { action: string; entity: string; entityId: number | null; organizationId: number | null };

/** The tag change that an audit entry describes; null unless the entry is about the tags of a shared resource. */
export function sharedTagChange({ action, entity, entityId, organizationId }: Line): SharedTagChange | null {
  if (!action.startsWith(TAG_ACTIONS) || !isShared(entity) || entityId === null || organizationId === null) return null;
  return { target: entity, id: entityId, organizationId };
}
