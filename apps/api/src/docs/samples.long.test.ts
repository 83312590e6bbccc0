import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_TIMEOUT, startServer, type TestServer } from '../testing/index.ts';
import { followPage, pagesWith, RECEIVED, tryReceiver } from './testing/read-as-reader.ts';
import { runSamples } from './testing/run-samples.ts';

/* The samples in PHP and Python run with the interpreters of Debian. */

const run = promisify(execFile);
const INSTALL_TIMEOUT = 300_000;

/** Installs missing interpreters. Throws with the reason if it can't, because samples must not be skipped silently. */
async function install(): Promise<void> {
  const isThere = (command: string) =>
    run(command, ['--version']).then(
      () => true,
      () => false,
    );
  if ((await isThere('php')) && (await isThere('python3'))) return;
  if (process.getuid?.() !== 0)
    throw new Error(
      'The samples need php and python3. Install php-cli and python3, or run this test as root on Debian.',
    );
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update'], { env });
  await run('apt-get', ['install', '-y', '--no-install-recommends', 'php-cli', 'python3'], { env });
}

let server: TestServer;
beforeAll(async () => {
  await install();
  server = await startServer({ world: 'demo' });
}, INSTALL_TIMEOUT + DEMO_TIMEOUT);
afterAll(() => server.close());

describe.each(['php', 'python'] as const)('samples in %s', (language) => {
  it.each(pagesWith(language))('of the page %s run as printed', (page) => followPage(server, page, language));

  it('accept genuine webhooks and reject all others', async () => {
    expect(await tryReceiver(language)).toEqual(RECEIVED);
  });

  it('report a sample that fails', async () => {
    const broken = { language, marks: [], code: 'undefined_function();', output: undefined };
    await expect(runSamples(language, [broken])).rejects.toThrow('Sample 1 of 1 failed');
  });
});
