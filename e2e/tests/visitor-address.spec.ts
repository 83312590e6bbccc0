import { type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { VISITOR_HEADER, visitorAddresses } from '@channel/auth/visitor-address';
import { expect, STAFF, test } from '../fixtures.ts';
import { consoleDocument } from '../stack/session.ts';

/* Browsers reach the API through the console's server, which passes on the address of each visitor. */

/** The number of failed sign-ins that the API allows by default. */
const GUESSES = 100;
const GUESSER = '127.0.7.2';
const VISITOR = '127.0.8.3';

type SignIn = { code: string | null; headers: IncomingHttpHeaders; milliseconds: number };

/** Signs in with an unknown browser from one of the addresses of this machine. */
function signIn(localAddress: string, variables: object, said?: string): Promise<SignIn> {
  const begin = performance.now();
  const headers = { 'content-type': 'application/json', ...(said && { [VISITOR_HEADER]: said }) };
  return new Promise((resolve, reject) => {
    const sent = request(
      `${process.env.E2E_CONSOLE_URL}/graphql`,
      { method: 'POST', localAddress, headers },
      async (answer) => {
        const { errors } = JSON.parse(await text(answer));
        const code = errors?.[0]?.extensions?.code ?? null;
        resolve({ code, headers: answer.headers, milliseconds: performance.now() - begin });
      },
    );
    sent.on('error', reject).end(JSON.stringify({ ...consoleDocument('SignIn'), variables }));
  });
}

test('failed sign-ins of one visitor do not block other visitors', async () => {
  const guess = (n: number) => signIn(GUESSER, { emailOrUsername: `nobody-${n}`, password: 'wrong' });
  const codes: (string | null)[] = [];
  /** Guesses until the limit is reached; the limit refills gradually. */
  const exhaust = async () => {
    do {
      const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => guess(codes.length + n)));
      codes.push(...answers.map(({ code }) => code));
    } while (codes.at(-1) === 'UNAUTHENTICATED');
  };

  const right = { emailOrUsername: STAFF.name, password: STAFF.password };
  // A visitor header sent by the client is overwritten, even if it is signed.
  const signed = visitorAddresses(`${process.env.E2E_SECRET_KEY}`).sign(VISITOR, new Date());
  for (const said of [undefined, VISITOR, signed]) {
    await exhaust();
    expect((await signIn(GUESSER, right, said)).code).toBe('TOO_MANY_REQUESTS');
  }
  expect(codes.filter((code) => code === 'UNAUTHENTICATED').length).toBeGreaterThanOrEqual(GUESSES);
  expect(new Set(codes)).toEqual(new Set(['UNAUTHENTICATED', 'TOO_MANY_REQUESTS']));

  const other = await signIn(VISITOR, right);
  expect(other.code).toBeNull();
  expect(other.milliseconds).toBeLessThan(2_000);
  expect(other.headers).not.toHaveProperty(VISITOR_HEADER);
});
