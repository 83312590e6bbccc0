import { startFamily } from '@channel/auth';
import { createFactories } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { client, NOW, startServer, type TestClient, type TestServer } from '../testing/index.ts';

type Pair = { access_token: string; refresh_token: string };

let server: TestServer;
let api: TestClient;
let userId: number;

beforeAll(async () => {
  server = await startServer();
  userId = (await createFactories(server.db).userWith(['products.book'])).id;
  api = await client(server);
});
afterAll(() => server.close());

const signIn = async () => (await startFamily(server.db, userId, NOW, server.settings)).refreshToken;
const refresh = (refresh_token: string, key?: string) =>
  api.put(`/v1/tokens/${Number.parseInt(refresh_token, 10)}`, {
    body: { refresh_token },
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });

/** Every text of every table; bytes as hexadecimal digits. */
async function everything(): Promise<string> {
  const columns = await server.db.$queryRaw<{ table: string; column: string }[]>`
    SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
    WHERE table_schema = 'public' AND data_type IN ('text', 'character varying', 'json', 'jsonb', 'bytea')`;
  const contents = await Promise.all(
    columns.map(({ table, column }) =>
      server.db.$queryRawUnsafe<{ all: string | null }[]>(
        `SELECT string_agg("${column}"::text, ' ') AS "all" FROM "${table}"`,
      ),
    ),
  );
  return contents
    .flat()
    .map((row) => row.all ?? '')
    .join('\n');
}

describe('a refresh with an Idempotency-Key', () => {
  it('is answered with the same bytes again, and no token is stored', async () => {
    const token = await signIn();
    const [one, two] = [await refresh(token, 'key-1'), await refresh(token, 'key-1')];
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(two.text).toBe(one.text);
    const { access_token, refresh_token } = one.data<Pair>();
    const signedIn = await client(server, { token: access_token });
    expect((await signedIn.get('/v1/profile')).status).toBe(200);
    const stored = await everything();
    expect(stored.length).toBeGreaterThan(100);
    for (const secret of [token, access_token, refresh_token].map((text) => text.split('|')[1] ?? '')) {
      expect(secret).toHaveLength(43);
      expect(stored).not.toContain(secret);
      expect(stored).not.toContain(Buffer.from(secret, 'base64url').toString('hex'));
      expect(stored).not.toContain(Buffer.from(secret).toString('hex'));
    }
    expect(await server.db.idempotencyRecord.count()).toBe(0);
  });

  it('ends the login when the token comes with another key', async () => {
    const token = await signIn();
    const { access_token } = (await refresh(token, 'key-1')).data<Pair>();
    expect((await refresh(token, 'key-2')).status).toBe(401);
    expect((await (await client(server, { token: access_token })).get('/v1/profile')).status).toBe(401);
    expect((await refresh(token, 'key-1')).status).toBe(401);
  });

  it('refuses a malformed key', async () => {
    const token = await signIn();
    expect((await refresh(token, 'a b')).json).toMatchObject({ errors: { 'idempotency-key': [expect.any(String)] } });
    expect((await refresh(token, 'a-b')).status).toBe(200);
  });
});
