import type { Context } from '../context.ts';
import { rowsOf } from '../shared/rows.ts';
import type { Clash, Group, Task, TimedJob, Worker } from './clash-types.ts';

const RIGHTS = { pickup: 'drive', dropoff: 'drive', guide: 'guide' } as const satisfies Record<Task, string>;
const TASKS = Object.keys(RIGHTS) as Task[];

/** A finding where a person may no longer do a job that has not ended. */
export function notEligible<J extends TimedJob>(group: Group<J>, { lost }: Worker): Clash<J>[] {
  const [{ personId, task, latest, likely }] = group;
  const since = lost?.get(task);
  if (since === undefined || latest + likely <= since) return [];
  return [{ kind: 'notEligible', severity: 'impossible', personId, groups: [group] }];
}

/** Tells which tasks people may not do for an organization: enabled people with the right may. */
export async function loadLost(
  context: Context,
  organizationIds: readonly number[],
  personIds: readonly number[],
): Promise<(organizationId: number, personId: number) => Pick<Worker, 'lost'>> {
  const { permissions } = context.settings;
  const names = [permissions.drive, permissions.guide];
  const users = await rowsOf(context, 'User', {
    where: { id: { in: [...personIds] }, disabledAt: null, kind: 'person' },
    select: {
      id: true,
      roles: {
        where: {
          role: {
            organizationId: { in: [...organizationIds] },
            permissions: { some: { permissionName: { in: names } } },
          },
        },
        select: { role: { select: { organizationId: true, permissions: { select: { permissionName: true } } } } },
      },
    },
  });
  const held = new Set(
    users.flatMap(({ id, roles }) =>
      roles.flatMap(({ role }) =>
        role.permissions.map(({ permissionName }) => `${role.organizationId} ${id} ${permissionName}`),
      ),
    ),
  );
  const now = context.now.getTime();
  return (organizationId, personId) => {
    const lost = TASKS.filter((task) => !held.has(`${organizationId} ${personId} ${permissions[RIGHTS[task]]}`));
    return lost.length === 0 ? {} : { lost: new Map(lost.map((task) => [task, now])) };
  };
}
