-- Generated from assign-tags.graphql: `npm run generate`.

-- AssignTags: executed (Mutation.assignTags: has no plan)
