import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { discardEmbedded, type EmbeddedPostgres, startEmbedded } from '@channel/prisma/embedded';
import { loadSettings } from '@channel/settings';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../set-up/project.mjs';
import { query } from '../stack/query.ts';
import { type Block, blocksOf, type Scene } from './blocks.ts';
import { copyProject } from './testing/copy-project.ts';
import { runScene } from './testing/run-scene.ts';

/* Each command of docs/operations.md runs as it is printed, in order, on a copy of the project and on real Postgres. */

const blocks = blocksOf(readFileSync(join(root, 'docs/operations.md'), 'utf8'));
let folder: string;
let project: string;
/** What an operator has as a Postgres of their own. */
let own: EmbeddedPostgres;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'channel-manual-'));
  project = join(folder, 'project');
  copyProject(project);
  own = await startEmbedded({ dataDir: join(folder, 'own') });
}, 300_000);
afterAll(async () => {
  await own?.stop();
  for (const name of ['own', 'embedded/postgres', 'source/postgres', 'restored/postgres'])
    await discardEmbedded(join(folder, name));
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

async function freePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return String(typeof address === 'object' && address ? address.port : 0);
}

const ports = async () => ({ API_PORT: await freePort(), CONSOLE_PORT: await freePort() });
const run = (scene: Scene, env: Record<string, string>, replaced = {}, of: readonly Block[] = blocks, more = '') =>
  runScene(of, scene, { project, folder, env: { MEDIA_DIR: join(folder, scene), ...env }, replaced }, more);

/** Creates the roles as printed, in the server of the operator. @returns the address in place of the printed ones */
async function createRoles(): Promise<Record<string, string>> {
  const at = new URL(own.superuser);
  at.pathname = '/postgres';
  await query(at.href, `drop database if exists channel_booking with (force)`);
  for (const role of ['channel_application', 'channel_owner', 'channel_maintenance']) {
    await query(at.href, `alter role ${role} rename to former_${role}_${Date.now()}`).catch(() => {});
  }
  const [sql] = blocks.filter(({ language, scene }) => language === 'sql' && scene === 'roles');
  const statements = (sql?.code ?? '').replaceAll('…', 'a-password').split(';\n').filter(Boolean);
  expect(statements).toHaveLength(5);
  for (const statement of statements) await query(at.href, statement);
  return { '…@host': `a-password@127.0.0.1:${at.port}` };
}

it('install on one machine, with its own Postgres', async () => {
  const { code, output } = await run('embedded', { DATA_DIR: join(folder, 'embedded'), ...(await ports()) });
  expect([code, output]).toEqual([0, expect.stringContaining('Settings: valid')]);
  expect(output).not.toContain('✗');
});

it('install on a Postgres of your own', async () => {
  const replaced = await createRoles();
  const { code, output } = await run('own', { DATA_DIR: join(folder, 'second'), ...(await ports()) }, replaced);
  expect([code, output]).toEqual([0, expect.stringContaining('Usage: npm run admin:create')]);
  expect(output).toMatch(/Role of the programs: channel_application can read and write rows, and nothing else/);
});

it('start the programs by hand', async () => {
  const { API_PORT, CONSOLE_PORT } = await ports();
  const replaced = { ...(await createRoles()), ':4000/': `:${API_PORT}/`, '-p 3000': `-p ${CONSOLE_PORT}` };
  const env = { API_PORT, CONSOLE_PORT, SECRET_KEY: 'the key of a test, 32 letters and more' };
  const { code, output } = await run('programs', env, replaced);
  expect([code, output]).toEqual([0, expect.stringContaining('Server listening')]);
});

it('back up and restore', async () => {
  const env = { DATA_DIR: join(folder, 'source'), ...(await ports()) };
  const replaced = { '/mnt/backup/': join(folder, 'mnt/'), '/srv/restored   ': `${join(folder, 'restored')}   ` };
  const { code, output } = await run('backup', env, replaced);
  expect([code, output]).toEqual([0, expect.stringContaining('restored')]);
});

it('settings', async () => {
  const { code, output } = await run('settings', {}, { '…': 'placeholder' }, blocks, 'env -0 | base64 -w0');
  expect(code).toBe(0);
  const printed = Buffer.from(output.trim(), 'base64').toString().split('\0');
  const env = Object.fromEntries(printed.map((each) => [each.split('=')[0] ?? '', each.split('=').slice(1).join('=')]));
  expect(loadSettings(env)).toMatchObject({ passwordSignIn: 'administrators', drainSeconds: 4 });
});

it.each([
  ['a command that does not exist', 'npm run doctor', 'npm run doktor'],
  ['an option that does not exist', '--username ada', '--user ada'],
])('a planted mistake fails: %s', async (_, from, to) => {
  const planted = blocks.map((block) => ({ ...block, code: block.code.replaceAll(from, to) }));
  const env = { DATA_DIR: join(folder, 'embedded'), ...(await ports()) };
  expect((await run('embedded', env, {}, planted)).code).not.toBe(0);
});
