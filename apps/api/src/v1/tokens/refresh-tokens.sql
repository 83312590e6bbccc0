-- Generated from refresh-tokens.graphql: `npm run generate`.

-- RefreshTokens: executed (Mutation.refreshTokens: has no plan)
