import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Answer, client, DEMO_TIMEOUT, startServer, type TestClient, type TestServer } from '../testing/index.ts';

type File = { url: string; filename: string };

let server: TestServer;
let staff: TestClient;
const lines: string[] = [];

beforeAll(async () => {
  server = await startServer({
    world: 'demo',
    loggerInstance: pino({ level: 'warn' }, { write: (line) => lines.push(line) }),
  });
  staff = await client(server, 'staff');
}, DEMO_TIMEOUT);
afterAll(() => server.close());

/** Fetches a file by the path of its URL; the host of the URL comes from the settings. */
async function fetched(url: string): Promise<{ status: number; type: string | null; headers: Headers; body: Buffer }> {
  const { pathname } = new URL(url);
  const response = await fetch(`${server.url}${pathname}`);
  const body = Buffer.from(await response.arrayBuffer());
  return { status: response.status, type: response.headers.get('content-type'), headers: response.headers, body };
}

async function bookedOrder(): Promise<{ id: number; tickets: File[] }> {
  const ticket = await server.db.ticket.findFirstOrThrow({
    where: { order: { status: 'Booked', organizationId: 1 } },
    select: { orderId: true },
    orderBy: { id: 'asc' },
  });
  const answer: Answer = await staff.get(`/v1/orders/${ticket.orderId}`);
  return (answer.json as { data: { id: number; tickets: File[] } }).data;
}

describe('tickets', () => {
  it('are PDF files at unguessable addresses, redrawn when the data that they show changes', async () => {
    const { id, tickets } = await bookedOrder();
    const [first] = tickets;
    if (!first) throw new Error('The order has no ticket.');
    expect(first.url).toMatch(/\/tickets\/[\w-]{40,}\/ticket-\d+-\d+\.pdf$/);
    const before = await fetched(first.url);
    expect(before).toMatchObject({ status: 200, type: 'application/pdf' });
    expect(before.body.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await fetched(first.url)).body.equals(before.body)).toBe(true);
    const changed = await staff.patch(`/v1/orders/${id}`, { body: { reference_code: 'ANOTHER-CODE' } });
    expect(changed.status).toBe(200);
    const after = await fetched(first.url);
    expect(after.status).toBe(200);
    expect(after.body.equals(before.body)).toBe(false);
  });

  it.each(['EIO', 'EROFS', 'EACCES'])('are answered where the storage takes no files: %s', async (code) => {
    const [first] = (await bookedOrder()).tickets;
    if (!first) throw new Error('The order has no ticket.');
    const { storage } = server.services;
    vi.spyOn(storage, 'get').mockResolvedValue(null);
    const put = vi.spyOn(storage, 'put').mockRejectedValue(Object.assign(new Error(first.url), { code }));
    try {
      for (let times = 0; times < 2; times += 1)
        expect(await fetched(first.url)).toMatchObject({ status: 200, type: 'application/pdf' });
      expect(put).toHaveBeenCalledTimes(2);
    } finally {
      vi.restoreAllMocks();
    }
    // Once a minute, whatever the code, and without the key of the ticket.
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['A ticket was not stored: EIO']);
    expect(lines.join()).not.toContain(new URL(first.url).pathname);
  });

  it('are not found under another name or key', async () => {
    const { tickets } = await bookedOrder();
    const url = tickets[0]?.url ?? '';
    expect((await fetched(url.replace(/[^/]+$/, 'ticket-0-0.pdf'))).status).toBe(404);
    expect((await fetched(url.replace(/tickets\/./, 'tickets/~'))).status).toBe(404);
  });
});

it.each(['%00', 'a%00b', '%EF%BF%BE', "'", '..%2f..%2f', 'a'.repeat(300)])(
  'no file is found under %s',
  async (name) => {
    const { storageKey, filename } = await server.db.media.findFirstOrThrow({ orderBy: { id: 'asc' } });
    for (const path of [
      `media/${storageKey}/${name}`,
      `media/${name}/${filename}`,
      `tickets/${name}/x`,
      `tickets/x/${name}`,
    ]) {
      expect([path, (await fetched(`http://any/${path}`)).status]).toEqual([path, 404]);
    }
  },
);

describe('images', () => {
  it('are public, cacheable and unable to run scripts', async () => {
    const media = await server.db.media.findFirstOrThrow({ orderBy: { id: 'asc' } });
    const image = await fetched(`http://any/media/${media.storageKey}/${media.filename}`);
    expect(image).toMatchObject({ status: 200, type: media.contentType });
    expect(image.body.byteLength).toBe(media.byteSize);
    expect(image.headers.get('content-security-policy')).toContain('sandbox');
    expect(image.headers.get('cache-control')).toContain('immutable');
    expect((await fetched(`http://any/media/${'0'.repeat(64)}/${media.filename}`)).status).toBe(404);
    expect((await fetched(`http://any/media/${media.storageKey}/another.svg`)).status).toBe(404);
  });

  it('has a drawn avatar for every user without a photo', async () => {
    expect(await fetched('http://any/avatars/7.svg')).toMatchObject({ status: 200, type: 'image/svg+xml' });
    expect((await fetched('http://any/avatars/0.svg')).status).toBe(404);
    expect((await fetched('http://any/avatars/x.svg')).status).toBe(404);
  });
});
