import { createHash } from 'node:crypto';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { BUSINESS } from '../testing/business.ts';
import { answer, refusal } from '../testing/run.ts';
import { type StaffScene, staffScene } from '../testing/staff.ts';

let database: TestDatabase;
let scene: StaffScene;
/** What was stored, by its key. */
const kept = new Map<string, { bytes: Uint8Array; contentType: string }>();
let admin: Context;

beforeAll(async () => {
  database = await testDatabase();
  scene = await staffScene(database.db);
  admin = await scene.as('admin', {
    keep: async (key, bytes, contentType) => void kept.set(key, { bytes, contentType }),
  });
});
afterAll(() => database.drop());

const base64 = (content: string | Buffer) => Buffer.from(content as string).toString('base64');
const sent = (content: string | Buffer, filename = 'boat.png') => ({
  organizationId: scene.home,
  filename,
  base64: base64(content),
});

type Made = { made: { id: number; filename: string; key: string; url: string } };
const PNG = Buffer.from('89504e470d0a1a0a0000', 'hex');

describe('a picture', () => {
  it('is stored with the type of its content, audited once, and answered as it is when it is sent again', async () => {
    const { made } = await answer<Made>(BUSINESS.addPicture, sent(PNG), admin);
    const key = createHash('sha256').update(PNG).digest('hex');
    expect(made).toEqual({
      id: expect.any(Number),
      filename: 'boat.png',
      key,
      url: expect.stringContaining(`/media/${key}/boat.png`),
    });
    expect(kept.get(key)).toEqual({ bytes: PNG, contentType: 'image/png' });
    expect(await database.db.media.findUnique({ where: { id: made.id } })).toMatchObject({
      contentType: 'image/png',
      byteSize: PNG.length,
    });
    expect(await answer<Made>(BUSINESS.addPicture, sent(PNG), admin)).toEqual({ made });
    expect(await scene.audited('picture', made.id)).toEqual([
      {
        action: 'picture.create',
        actorId: scene.people.admin.id,
        organizationId: scene.home,
        before: null,
        after: { filename: 'boat.png', key, contentType: 'image/png', byteSize: PNG.length },
      },
    ]);
  });

  it.each<[string, string, object]>([
    ['an address of another folder', 'filename', { filename: '../boat.png' }],
    ['no name', 'filename', { filename: '' }],
    ['a text', 'base64', { base64: base64('a text') }],
    ['a page', 'base64', { base64: base64('<!doctype html><svg/>') }],
    ['nothing', 'base64', { base64: '' }],
    ['no Base64', 'base64', { base64: '*' }],
    ['Base64 with something behind it', 'base64', { base64: `${PNG.toString('base64')}*` }],
    ['an SVG that runs scripts', 'base64', { base64: base64('<svg><script>1</script></svg>') }],
    ['an SVG that loads pictures', 'base64', { base64: base64('<svg><image href="https://a.example/b"/></svg>') }],
    ['more than a request holds', 'base64', { base64: 'A'.repeat(190_004) }],
  ])('is not %s', async (_what, path, input) => {
    const before = kept.size;
    const { code, fields } = await refusal(BUSINESS.addPicture, { ...sent(PNG), ...input }, admin);
    expect([code, fields?.map((field) => field.path)]).toEqual(['VALIDATION', [[path]]]);
    expect(kept.size).toBe(before);
  });

  it('is not stored for somebody who administers nothing', async () => {
    const before = kept.size;
    const staff = await scene.as('staff', { keep: admin.keep });
    const picture = sent(Buffer.concat([PNG, PNG]));
    expect((await refusal(BUSINESS.addPicture, picture, staff)).code).toBe('FORBIDDEN');
    expect((await refusal(BUSINESS.addPicture, picture, await scene.as('outsider', { keep: admin.keep }))).code).toBe(
      'NOT_FOUND',
    );
    expect(kept.size).toBe(before);
  });
});
