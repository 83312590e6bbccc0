import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { programSettings } from '@channel/prisma/testing';
import { DEMO_MEDIA } from '../../src/testing/demo.ts';
import { NOW } from '../../src/testing/index.ts';
import { SECRET_KEY } from '../../src/testing/start-server.ts';

/** The environment of the processes, and of a test that makes tokens for them. */
export const ENVIRONMENT = { SECRET_KEY, ACCESS_TOKEN_SECONDS: '86400' };

/** A process of the API on a database that others use, too. */
export async function startOn(connectionString: string): Promise<{ url: string; close(): Promise<void> }> {
  const file = fileURLToPath(new URL('../../src/testing/api-process.ts', import.meta.url));
  const child: ChildProcess = fork(file, {
    env: {
      PATH: process.env.PATH,
      ...ENVIRONMENT,
      ...programSettings(connectionString),
      TEST_NOW: NOW.toISOString(),
      TEST_MEDIA: DEMO_MEDIA,
      NODE_OPTIONS: '--disable-warning=DeprecationWarning',
    },
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The API ended with ${code}.`);
  });
  ended.catch(() => {});
  const [{ url }] = (await Promise.race([once(child, 'message'), ended])) as [{ url: string }];
  return {
    url,
    async close() {
      const exit = once(child, 'exit');
      child.send({ end: true });
      await exit;
    },
  };
}
