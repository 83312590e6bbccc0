-- Generated from synchronise-tags.graphql: `npm run generate`.

-- SynchroniseTags: executed (Mutation.synchroniseTags: has no plan)
