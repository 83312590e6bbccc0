import type { Prisma } from '../../generated/client/client.ts';
import type { Parents } from './parents.ts';
import type { PeopleFactories } from './people.ts';

type TagColumns = Partial<Omit<Prisma.TagUncheckedCreateInput, 'key' | 'value'>>;

/** Tags; `on` names the organization and the tagged resource. */
export function tagFactories({ db }: Parents, { home }: PeopleFactories) {
  async function tag(key: string, value: string | number, on: TagColumns) {
    const organizationId = on.organizationId ?? (await home()).id;
    return db.tag.create({ data: { key, value, ...on, organizationId } });
  }
  return { tag };
}
