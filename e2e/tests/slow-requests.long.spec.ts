import { expect, test } from '../fixtures.ts';
import { sendRaw } from '../stack/send-raw.ts';
import { wrongWith } from '../stack/wrong-with.ts';

const HEAD = 'POST /graphql HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
const ENDLESS = {
  headers: HEAD,
  'a body of known length': `${HEAD}Content-Length: 100\r\n\r\n`,
  'a body of unknown length': `${HEAD}Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n`,
};

for (const [port, address] of [
  ['console', process.env.E2E_CONSOLE_URL],
  ['API', process.env.E2E_API_URL],
]) {
  for (const [what, bytes] of Object.entries(ENDLESS)) {
    test(`the port of the ${port} ends a request with ${what} that never completes`, async () => {
      test.setTimeout(120_000);
      // The request times out after 30 s, and Node checks every 30 s.
      expect(wrongWith(await sendRaw(`${address}`, bytes, 70_000))).toEqual([]);
    });
  }
}
