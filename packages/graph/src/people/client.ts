import { builder } from '../builder.ts';
import { ownTags } from '../tags/tag.ts';

export const Client = builder.prismaObject('Client', {
  fields: (t) => ({
    id: t.exposeInt('id', { description: "The client's id." }),
    name: t.exposeString('name'),
    description: t.exposeString('description', { nullable: true }),
    tags: t.relation('tags', ownTags),
  }),
});
