import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { client, DEMO_TIMEOUT, startServer, type TestClient, type TestServer } from '../testing/index.ts';
import { versionsOf } from './if-match.ts';

describe('If-Match', () => {
  let server: TestServer;
  let staff: TestClient;
  beforeAll(async () => {
    server = await startServer({ world: 'demo' });
    staff = await client(server, 'staff');
  }, DEMO_TIMEOUT);
  afterAll(() => server.close());

  const tags = (count: number) => Array.from({ length: count }, () => '"9"').join(',');

  it('refuses more than 1,000 tags and names the header', async () => {
    const { id, version } = await server.db.order.findFirstOrThrow({ where: { organizationId: 1, status: 'Booked' } });
    const patch = (ifMatch: string) =>
      staff.patch(`/v1/orders/${id}`, { body: { reference_code: 'tags' }, headers: { 'if-match': ifMatch } });
    const refused = await patch(tags(1_001));
    expect([refused.status, refused.json]).toEqual([
      422,
      {
        errors: { 'if-match': ['The If-Match header must have at most 1,000 tags.'] },
        meta: { message: 'The given data was invalid.', tracking_id: null },
      },
    ]);
    expect(await patch(tags(3_700))).toMatchObject({ status: 422, json: refused.json });
    expect((await patch(tags(1_000))).status).toBe(412);
    expect((await patch(`${tags(999)},"${version}"`)).status).toBe(200);
  });

  it('accepts any version without the header, or for *', () => {
    expect([versionsOf(undefined), versionsOf(' * ')]).toEqual([undefined, undefined]);
    expect(versionsOf('"3.x", "4"')).toEqual([3, 4]);
  });
});
