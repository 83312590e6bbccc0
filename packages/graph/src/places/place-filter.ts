import { builder } from '../builder.ts';
import { TagMatch } from '../tags/tag-match.ts';

export const PlaceFilter = builder.inputType('PlaceFilter', {
  description: 'Names cities by their ids, by their tags, or by both.',
  fields: (t) => ({
    ids: t.intList({ description: 'Any of these ids.' }),
    tags: t.field({ type: [TagMatch], description: 'Carries all of these tags.' }),
  }),
});
