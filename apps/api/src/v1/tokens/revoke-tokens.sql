-- Generated from revoke-tokens.graphql: `npm run generate`.

-- RevokeTokens: executed (Mutation.revokeTokens: has no plan)
