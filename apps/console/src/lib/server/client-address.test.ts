import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);
const SERVE = join(import.meta.dirname, '../../../serve.ts');
const MODULE = join(import.meta.dirname, 'client-address.ts');

/** The address of a visitor whose connection comes from 10.0.0.1, in a console with this setting. */
async function seen(trustProxy: string | undefined, forwarded: string): Promise<string> {
  const script = `
    import { addressOf } from ${JSON.stringify(MODULE)};
    const headers = { 'x-forwarded-for': ${JSON.stringify(forwarded)} };
    process.stdout.write(addressOf({ headers, socket: { remoteAddress: '10.0.0.1' } }));`;
  const env = { ...process.env, TRUST_PROXY: trustProxy };
  return (await run(process.execPath, ['--input-type=module', '--eval', script], { env })).stdout;
}

describe('the address of a visitor', () => {
  it.each([
    [undefined, '10.0.0.1'],
    ['', '10.0.0.1'],
    ['192.0.2.0/24', '10.0.0.1'],
    ['1', '203.0.113.9'],
    ['10.0.0.0/8', '203.0.113.9'],
  ])('with TRUST_PROXY=%s is %s', async (setting, address) => {
    expect(await seen(setting, '6.6.6.6, 203.0.113.9')).toBe(address);
  });
});

it('a console with an invalid TRUST_PROXY does not start', async () => {
  const env = { ...process.env, TRUST_PROXY: 'anybody' };
  await expect(run(process.execPath, [SERVE, 'start', '-p', '0'], { env })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^TRUST_PROXY: expected the number of proxies .*; it is "anybody"\n$/),
  });
});
