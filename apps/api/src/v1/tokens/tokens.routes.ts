import { data, empty, type Route, route, wire } from 'graphql-rest-router';
import { z } from 'zod';
import type { V1 } from '../dependencies.ts';

const tags = ['Tokens'];
const token = z.object({ token: wire.pathId().describe('The id with which the refresh token begins.') });
/** An empty password is refused together with the errors of the name. */
const password = wire.text({ max: 1_024 }).min(1, 'is required');
const refreshToken = z
  .object({ refresh_token: wire.text({ min: 1, max: 1_024 }) })
  .meta({ example: { refresh_token: '12|the-text-of-the-login' } });

/** The endpoints that log in and out. The answers of refresh and logout are open facts. */
export const tokenRoutes = ({ operation }: V1): Route[] => [
  route({
    method: 'POST',
    path: '/v1/tokens',
    operation: operation('CreateTokens'),
    input: z
      .object({
        email: wire.clearable(wire.text({ max: 320 })),
        username: wire.clearable(wire.text({ max: 320 })),
        password,
      })
      // The operation also requires a name, but runs only if the password has the right form.
      .refine(({ email, username }) => email || username, {
        path: ['email'],
        message: 'is required, unless username is given.',
        when: () => true,
      })
      .meta({ example: { email: 'partner@demo.example', password: 'partner-demo' } }),
    status: 201,
    answer: data('data.tokens'),
    public: true,
    summary: 'Log in',
    description: 'Takes a password with an e-mail address or a user name and answers with a pair of tokens.',
    refuses: [401, 429],
    openFacts: ['token-form', 'token-life', 'login-failure', 'rate-limit'],
    tags,
  }),
  route({
    method: ['PUT', 'PATCH'],
    path: '/v1/tokens/:token',
    operation: operation('RefreshTokens'),
    params: token,
    input: refreshToken,
    variables: (input, path) => ({ id: path.token, refreshToken: input.refresh_token }),
    answer: data('data.tokens'),
    public: true,
    summary: 'Exchange a refresh token',
    description:
      'Exchanges a refresh token, once, for a new pair. `token` is the id with which the refresh token begins.',
    refuses: [401],
    openFacts: ['token-refresh-body', 'token-life', 'token-form'],
    tags,
  }),
  route({
    method: 'DELETE',
    path: '/v1/tokens/:token',
    operation: operation('RevokeTokens'),
    params: token,
    variables: (_input, path) => ({ id: path.token }),
    status: 204,
    answer: empty(),
    summary: 'Log out',
    description: 'Revokes all tokens of a login. `token` is the id with which the refresh token begins.',
    openFacts: ['token-logout-body'],
    tags,
  }),
];
