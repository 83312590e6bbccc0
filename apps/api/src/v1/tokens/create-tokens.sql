-- Generated from create-tokens.graphql: `npm run generate`.

-- CreateTokens: executed (Mutation.createTokens: has no plan)
