import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { loadSettings } from '@channel/settings';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort, freePorts, type Manual, openManual } from './testing/manual.ts';

/* Each command of docs/operations.md runs as it is printed, in order, on a copy of the project and on real Postgres. */

let manual: Manual;

beforeAll(() => {
  manual = openManual();
}, 300_000);
afterAll(
  () =>
    manual?.close(
      ['embedded', 'source', 'restored', 'guests', 'handed-over', 'stopped'].map((name) => `${name}/postgres`),
    ),
  60_000,
);

it('install on one machine, with its own Postgres', async () => {
  const { code, output } = await manual.run('embedded', {
    DATA_DIR: join(manual.folder, 'embedded'),
    ...(await freePorts()),
  });
  expect([code, output]).toEqual([0, expect.stringContaining('Settings: valid')]);
  expect(output).not.toContain('✗');
});

it('back up and restore', async () => {
  const env = { DATA_DIR: join(manual.folder, 'source'), ...(await freePorts()) };
  const replaced = {
    '/mnt/backup/': join(manual.folder, 'mnt/'),
    '/srv/restored   ': `${join(manual.folder, 'restored')}   `,
  };
  const { code, output } = await manual.run('backup', env, { replaced });
  expect([code, output]).toEqual([0, expect.stringContaining('restored')]);
});

it('find, export and erase the personal data of a guest', async () => {
  const env = { DATA_DIR: join(manual.folder, 'guests'), ...(await freePorts()) };
  const between = 'node_modules/.bin/node scripts/manual/testing/two-orders.ts';
  const after = 'stat -c "mode %a" guest.json; rm guest.json';
  const { code, output } = await manual.run('guests', env, { between, after });
  expect([code, output]).toEqual([0, expect.stringMatching(/2 orders[\s\S]+erasure \d+ was requested[\s\S]+mode 600/)]);
});

it('hand over: look, and take over the account of the former administrator', async () => {
  const env = { DATA_DIR: join(manual.folder, 'handed-over'), ...(await freePorts()) };
  const repository = { BACKUP_DIR: join(manual.folder, 'handed-over-repository') };
  const between = 'npm run backup';
  const { code, output } = await manual.run('handing-over', { ...env, ...repository }, { between });
  expect([code, output]).toEqual([
    0,
    expect.stringMatching(/No problem[\s\S]+"problems": \[\][\s\S]+ada has a new password/),
  ]);
});

it('change SECRET_KEY and the passwords of the roles while nothing runs', async () => {
  const env = { DATA_DIR: join(manual.folder, 'stopped'), ...(await freePorts()) };
  const between = 'kill "$STARTED"; while kill -0 "$STARTED" 2>/dev/null; do sleep 0.2; done; STARTED=';
  const after = 'export SECRET_KEY=$NEW_SECRET_KEY; npm start; npm run doctor';
  const { code, output } = await manual.run('stopped', env, { between, after });
  expect([code, output]).toEqual([0, expect.stringMatching(/Encrypted with NEW_SECRET_KEY[\s\S]+Settings: valid/)]);
});

it('return to the previous release', async () => {
  const place = join(manual.folder, 'opt');
  const [link, calls] = [join(place, 'channel-booking'), join(place, 'calls')];
  for (const release of ['1.0.0', '1.1.0', 'bin']) mkdirSync(join(place, release), { recursive: true });
  symlinkSync('1.1.0', link);
  symlinkSync('1.0.0', `${link}.previous`);
  // It records how it was called, and the release whose programs it would start.
  const systemctl = `#!/bin/sh\necho "$* $(readlink -f ${link})" >> ${calls}\n`;
  writeFileSync(join(place, 'bin/systemctl'), systemctl, { mode: 0o755 });
  const api = createServer((request, answer) => answer.writeHead(request.url === '/readyz' ? 200 : 404).end());
  const port = await freePort();
  api.listen(Number(port), '127.0.0.1');
  try {
    const env = { PATH: `${join(place, 'bin')}:${process.env.PATH}`, API_URL: `http://127.0.0.1:${port}` };
    const replaced = { '/opt/channel-booking': link };
    const { code, output } = await manual.run('return', env, { replaced });
    expect([code, output]).toEqual([0, expect.stringContaining('1.0.0 runs again')]);
    expect(readFileSync(calls, 'utf8')).toBe(`restart channel.target ${join(place, '1.0.0')}\n`);
  } finally {
    api.close();
  }
});

it('settings', async () => {
  const { code, output } = await manual.run(
    'settings',
    {},
    { replaced: { '…': 'placeholder' }, after: 'env -0 | base64 -w0' },
  );
  expect(code).toBe(0);
  const printed = Buffer.from(output.trim(), 'base64').toString().split('\0');
  const env = Object.fromEntries(printed.map((each) => [each.split('=')[0] ?? '', each.split('=').slice(1).join('=')]));
  expect(loadSettings(env)).toMatchObject({ passwordSignIn: 'administrators', drainSeconds: 4 });
});

it.each([
  ['a command that does not exist', 'npm run doctor', 'npm run doktor'],
  ['an option that does not exist', '--username ada', '--user ada'],
])('a planted mistake fails: %s', async (_, from, to) => {
  const planted = manual.blocks.map((block) => ({ ...block, code: block.code.replaceAll(from, to) }));
  const env = { DATA_DIR: join(manual.folder, 'embedded'), ...(await freePorts()) };
  expect((await manual.run('embedded', env, {}, planted)).code).not.toBe(0);
});
