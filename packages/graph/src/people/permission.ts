import { builder } from '../builder.ts';

export const Permission = builder.prismaObject('Permission', {
  fields: (t) => ({ name: t.exposeString('name'), description: t.exposeString('description') }),
});
