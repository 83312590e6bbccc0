import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { DEMO_TIMEOUT, startServer, type TestServer } from '@channel/api/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../set-up/project.mjs';
import { type DemoReceiver, startDemoReceiver } from './demo-receiver.ts';
import { Program } from './program.ts';

const started = async (given: NodeJS.ProcessEnv = {}, isProduction = false) =>
  startDemoReceiver({ isProduction }, given, { host: '127.0.0.1', port: 0 });

describe('the webhooks of the demo world', () => {
  let server: TestServer;
  let receiver: DemoReceiver | undefined;
  let worker: Program;
  beforeAll(async () => {
    server = await startServer({ world: 'demo' });
    receiver = await started();
    const env = {
      ...process.env,
      ...receiver?.env,
      DATABASE_URL: server.connectionString,
      SECRET_KEY: server.settings.secretKey ?? '',
      LOG_LEVEL: 'warn',
      WEBHOOK_RETRY_SECONDS: '0,5,3600',
      WEBHOOK_JITTER_PERCENT: '0',
    };
    worker = new Program({ name: 'worker', args: [join(root, 'apps/api/src/worker.ts')], env, timeout: 5_000 });
    await worker.start();
    const program = join(root, 'apps/api/src/cli/demo-webhooks.ts');
    await promisify(execFile)(process.execPath, [program, receiver?.url ?? ''], { env });
  }, DEMO_TIMEOUT);
  afterAll(async () => {
    await worker.stop();
    receiver?.stop();
    await server.close();
  });

  const deliveriesTo = (description: string) =>
    server.db.webhookDelivery.findMany({ where: { endpoint: { description } }, orderBy: { id: 'asc' } });

  it('are taken, retried, failing, skipped and sent again', { timeout: 90_000 }, async () => {
    const states = async (description: string) =>
      (await deliveriesTo(description)).map(({ cause, status, attemptCount }) => `${cause} ${status} ${attemptCount}`);
    const six = (state: string): string[] => Array(6).fill(state);
    const expected = {
      'Fleet planning': [...six('change succeeded 1'), 'repeat succeeded 1'],
      'Messages to guests': six('change succeeded 2'),
      Invoicing: [...six('change pending 2'), 'test failed 1'],
      'Former channel manager': six('change skipped 1'),
    };
    const found = async () =>
      Object.fromEntries(
        await Promise.all(Object.keys(expected).map(async (name) => [name, await states(name)] as const)),
      );
    let last = await found();
    for (const end = performance.now() + 20_000; performance.now() < end; await sleep(100)) {
      last = await found();
      if (JSON.stringify(last) === JSON.stringify(expected)) break;
    }
    expect(last).toEqual(expected);
  });
});

describe('the receiver of the demo', () => {
  it('listens on loopback only, and allows no other address', async () => {
    const receiver = await startDemoReceiver({ isProduction: false }, {}, { port: 0 });
    // A machine without this address has no receiver.
    expect(receiver?.env.WEBHOOK_ALLOWED_RANGES ?? '127.41.7.3').toBe('127.41.7.3');
    receiver?.stop();
  });

  it('does not exist in production, and where an operator has set the rules for receivers', async () => {
    expect(await started({}, true)).toBeUndefined();
    expect(await started({ WEBHOOK_ALLOWED_RANGES: '10.0.0.0/8' })).toBeUndefined();
    expect(await started({ WEBHOOK_HTTPS_ONLY: '1' })).toBeUndefined();
  });
});
