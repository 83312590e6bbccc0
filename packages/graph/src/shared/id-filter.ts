import { builder } from '../builder.ts';

export const IdFilter = builder.inputType('IdFilter', {
  description: 'Names things by their ids.',
  fields: (t) => ({ ids: t.intList({ description: 'Any of these ids.' }) }),
});
