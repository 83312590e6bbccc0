import { builder } from '../builder.ts';
import { Node } from '../shared/node.ts';
import { ownTags } from '../tags/tag.ts';

export const Client = builder.prismaObject('Client', {
  interfaces: [Node],
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: "The client's id." }),
    name: t.exposeString('name'),
    description: t.exposeString('description', { nullable: true }),
    tags: t.relation('tags', ownTags),
  }),
});
