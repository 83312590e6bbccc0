import type { Context } from '../context.ts';
import { conflict, type FieldErrors, UNKNOWN_ID } from '../errors.ts';
import { peopleWho } from '../people/user.ts';
import type { Right } from '../shared/principals.ts';
import { rowsOf } from '../shared/rows.ts';
import { carriesAll } from '../tags/tag-match.ts';
import type { Selection } from './order-inputs.ts';

/**
 * The selected person of an organization, among those who hold the right that the task needs.
 *
 * @returns the user's id; null where the selection removes the person; undefined where it is absent or invalid
 * @throws conflict when several people have the tags
 */
export async function selectPerson(
  context: Context,
  selection: Selection | null | undefined,
  task: { right: Right; organizationId: number; path: (string | number)[] },
  fieldErrors: FieldErrors,
): Promise<number | null | undefined> {
  if (selection === null) return null;
  if (selection === undefined) return undefined;
  const tags = selection.tags ?? [];
  // With tags, an id of null counts as absent.
  if (tags.length === 0 && typeof selection.id !== 'number') return selection.id;
  const eligible = peopleWho(task.right, [task.organizationId], context);
  if (typeof selection.id === 'number') {
    const [person] = await rowsOf(context, 'User', {
      where: { AND: [{ id: selection.id }, eligible] },
      select: { id: true },
      take: 1,
    });
    if (!person) fieldErrors.add([...task.path, 'id'], UNKNOWN_ID);
    return person?.id;
  }
  const [person, other] = await rowsOf(context, 'User', {
    where: { AND: [eligible, ...carriesAll(tags, [task.organizationId], [...task.path, 'tags'])] },
    select: { id: true },
    take: 2,
  });
  if (other) throw conflict('More than one person carries these tags.');
  if (!person) fieldErrors.add([...task.path, 'tags'], 'must match a person who can be assigned.');
  return person?.id;
}

/** Whether a user may drive for an organization. */
export async function mayDrive(context: Context, userId: number, organizationId: number): Promise<boolean> {
  const where = { AND: [{ id: userId }, peopleWho('drive', [organizationId], context)] };
  return (await rowsOf(context, 'User', { where, select: { id: true }, take: 1 })).length > 0;
}
