import { builder } from '../builder.ts';

export const IdFilter = builder.inputType('IdFilter', {
  description: 'Selects resources by their ids.',
  fields: (t) => ({ ids: t.intList({ description: 'Any of these ids.' }) }),
});
