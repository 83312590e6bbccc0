-- Generated from remove-tags.graphql: `npm run generate`.

-- RemoveTags: executed (Mutation.removeTags: has no plan)
