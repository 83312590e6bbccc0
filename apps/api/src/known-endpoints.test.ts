import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { loadSettings } from '@channel/settings';
import { expect, it } from 'vitest';
import { routesOf } from './http/v1.ts';
import { checkEndpointPermissions } from './known-endpoints.ts';

const demanding = (...endpoints: string[]) =>
  JSON.stringify(Object.fromEntries(endpoints.map((endpoint) => [endpoint, 'some.permission'])));
const demand = (...endpoints: string[]) =>
  checkEndpointPermissions(loadSettings({ ENDPOINT_PERMISSIONS: demanding(...endpoints) }));

it('accepts every endpoint that requires a login', async () => {
  const endpoints = routesOf({ settings: loadSettings({}) })
    .filter((route) => !route.public)
    .flatMap(({ methods, path }) => methods.map((method) => `${method} ${path.slice(1).replace(/:(\w+)/g, '{$1}')}`));
  expect(endpoints).toContain('PATCH v1/orders/{order}');
  await expect(demand(...endpoints)).resolves.toBeUndefined();
});

it.each([
  'GET v1/nothing',
  'GET /v1/orders',
  'get v1/orders',
  'HEAD v1/orders',
  'GET v1/orders/{id}',
  'POST v1/tokens',
  'v1/orders',
])('refuses %s', async (endpoint) => {
  await expect(demand('PUT v1/orders', endpoint)).rejects.toMatchObject({
    violations: [
      {
        name: 'ENDPOINT_PERMISSIONS',
        expected: expect.stringMatching(
          /as docs\/openapi\.json and \/docs\/reference list them .*; "[^"]*" is not one of them$/,
        ),
      },
    ],
  });
});

it.each(['1', '2'])(
  'ends an API of %s processes with a single error message',
  { timeout: 90_000 },
  async (API_PROCESSES) => {
    const env = {
      PATH: process.env.PATH,
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
      SECRET_KEY: 'the key of a test, 32 letters and more',
      ENDPOINT_PERMISSIONS: demanding('GET v1/nothing'),
      API_PROCESSES,
    };
    const { code, stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [join(import.meta.dirname, 'main.ts')],
      {
        env,
        timeout: 20_000,
      },
    ).catch((error) => error);
    expect([code, stdout, stderr.split('"GET v1/nothing" is not one of them').length]).toEqual([1, '', 2]);
  },
);
