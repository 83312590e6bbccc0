import { keyIn, reasonWithoutKey, schema } from '@channel/graph';
import { type GraphQLOutputType, getNamedType, isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { operations } from '../http/v1.ts';

/* Which mutations take an Idempotency-Key: derived from the schema, so that a new one is among them. */

/** Words in the names of fields whose values must not be stored. */
const SECRET = /secret|token|password|signature|^url$|headers/i;

const WITHOUT_TEXTS = 'tokens are listed without their texts';
const ADDRESS_ALONE = 'the address is no secret, the secret itself has no field';

/** Mutations whose answer has such a field without a secret, by the reason. */
const NO_SECRET: Record<string, string> = {
  addPicture: 'the address is where everybody sees the picture',
  createServiceAccount: WITHOUT_TEXTS,
  disableServiceAccount: WITHOUT_TEXTS,
  disableWebhookEndpoint: ADDRESS_ALONE,
  enableServiceAccount: WITHOUT_TEXTS,
  enableWebhookEndpoint: ADDRESS_ALONE,
  revokeServiceToken: WITHOUT_TEXTS,
  updateServiceAccount: WITHOUT_TEXTS,
  updateWebhookEndpoint: ADDRESS_ALONE,
};

const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});

describe('every mutation', () => {
  it('takes the argument, unless it has a reason to take none', () => {
    const without = mutations.filter(({ args }) => !args.some(({ name }) => keyIn({ [name]: 'k' }) === 'k'));
    expect(without.map(({ name }) => name)).toEqual(
      mutations.filter((field) => reasonWithoutKey(field) && field.name !== 'refreshTokens').map(({ name }) => name),
    );
  });

  it('that answers with a secret takes none', () => {
    const namesIn = (type: GraphQLOutputType): string[] => {
      const named = getNamedType(type);
      return isObjectType(named) ? Object.keys(named.getFields()) : [];
    };
    const answering = mutations.filter(({ type }) => {
      const payload = getNamedType(type);
      const [result] = isObjectType(payload) ? Object.values(payload.getFields()) : [];
      return result && [result.name, ...namesIn(result.type)].some((name) => SECRET.test(name));
    });
    expect(answering.map(({ name }) => name)).toContain('createTokens');
    expect(answering.filter((field) => !reasonWithoutKey(field)).map(({ name }) => name)).toEqual(
      Object.keys(NO_SECRET),
    );
  });

  it('of v1 has its key in the header', () => {
    const withArgument = operations.all.filter(
      ({ kind, document }) => kind === 'mutation' && /idempotencyKey/.test(JSON.stringify(document)),
    );
    expect(withArgument.map(({ name }) => name)).toEqual(['RefreshTokens']);
  });
});
