import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { startConsole } from '../stack/console.ts';
import { freePort } from '../stack/program.ts';
import { sendRaw } from '../stack/send-raw.ts';
import { wrongWith } from '../stack/wrong-with.ts';

/* Requests without a login: none of them blocks the event loop of the console; requests that would are rejected. */

const MAX_MS = 50;
/** The minimum of several attempts excludes occasional compilation and garbage collection. */
const ATTEMPTS = 6;
/** Size of a header value in bytes; Node rejects more than 16 KB in total. */
const SIZE = 14_000;
const LIMIT = 100;

const full = (unit: string) => unit.repeat(SIZE / unit.length);
const names = (count: number) => Array.from({ length: count }, (_, index) => `n${index}=1`).join('&');

/** A router state with this many levels, one bracket each. */
const levels = (count: number) => `${'["",{"c":'.repeat(count - 1)}["",{}]${'}]'.repeat(count - 1)}`;
const state = (text: string) => ({ rsc: '1', 'next-router-state-tree': text });

type Odd = { path: string; headers?: Record<string, string>; status: number };

const REFUSED: Readonly<Record<string, Odd>> = {
  'parameters without names': { path: `/login?${full('=&')}`, status: 400 },
  'one parameter many times': { path: `/login?${full('a=1&')}`, status: 400 },
  'many parameters': { path: `/login?${names(1_500)}`, status: 400 },
  'one parameter too many': { path: `/login?${names(LIMIT + 1)}`, status: 400 },
  'many parameters of a page that needs a login': { path: `/orders?${full('a=1&')}`, status: 400 },
  'many parameters of a file': { path: `/icon.svg?${full('a=1&')}`, status: 400 },
  'many parameters of an API request': { path: `/staff/v1/orders?${full('a=1&')}`, status: 400 },
  'a long user agent': { path: '/login', headers: { 'user-agent': full('a') }, status: 431 },
  'many languages': { path: '/login', headers: { 'accept-language': full(',') }, status: 431 },
  'a deep router state': { path: '/login', headers: state(levels(1_200)), status: 400 },
  'a deep router state, escaped': {
    path: '/login',
    headers: state(encodeURIComponent(levels(400))),
    status: 400,
  },
  'a router state one level too deep': { path: '/login', headers: state(levels(51)), status: 400 },
};
const ANSWERED: Readonly<Record<string, Odd>> = {
  'the maximum number of parameters': { path: `/login?${names(LIMIT)}`, status: 200 },
  'a long parameter': { path: `/login?next=/${full('a')}`, status: 200 },
  'many cookies': { path: '/login', headers: { cookie: full('a=1;') }, status: 200 },
  'the longest user agent': { path: '/login', headers: { 'user-agent': 'a'.repeat(1_000) }, status: 200 },
  'the maximum number of languages': { path: '/login', headers: { 'accept-language': ','.repeat(1_000) }, status: 200 },
  /* Next redirects to the URL that contains the state. */
  'the deepest router state': { path: '/login', headers: state(levels(50)), status: 307 },
};

/** Starts a console that reports how long its event loop was blocked. */
async function startWatched() {
  const port = await freePort();
  const console = await startConsole(`${process.env.E2E_API_URL}`, undefined, {
    NODE_OPTIONS: `--import ${join(import.meta.dirname, '../stack/longest-turn.mjs')}`,
    MONITOR_PORT: String(port),
  });
  const longest = async () => Number(await (await fetch(`http://127.0.0.1:${port}`)).text());
  return {
    url: console.url,
    stop: () => console.stop(),
    /** The longest blocking of the event loop during the work, in milliseconds: the minimum of several attempts. */
    async leastTurn(work: () => Promise<void>): Promise<number> {
      let least = Number.POSITIVE_INFINITY;
      for (let attempt = 0; attempt < ATTEMPTS && least >= MAX_MS; attempt += 1) {
        await longest();
        await work();
        least = Math.min(least, await longest());
      }
      return least;
    },
  };
}

test('no request without a login blocks the event loop of the console', async () => {
  const watched = await startWatched();
  const send = ({ path, headers = {} }: Odd) => {
    const lines = Object.entries({ Host: 'a', Connection: 'close', ...headers }).map(
      (line) => `${line.join(': ')}\r\n`,
    );
    return sendRaw(watched.url, `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  };
  try {
    for (const [what, odd] of Object.entries({ ...ANSWERED, ...REFUSED })) {
      const least = await watched.leastTurn(async () => {
        const answer = await send(odd);
        expect({ what, status: Number(answer.slice(9, 12)), wrong: wrongWith(answer) }).toEqual({
          what,
          status: odd.status,
          wrong: [],
        });
      });
      expect(least, what).toBeLessThan(MAX_MS);
    }
  } finally {
    await watched.stop();
  }
});

test('rejects a Content-Length above the limit before the body arrives', async () => {
  const head = 'POST /graphql HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n';
  const answer = await sendRaw(`${process.env.E2E_CONSOLE_URL}`, `${head}Content-Length: 99999999\r\n\r\n`, 3_000);
  expect(answer).toMatch(/^HTTP\/1\.1 413 .*"code":"BAD_REQUEST"/s);
});

const TOGETHER: Readonly<Record<string, string>> = {
  'a file': 'GET /icon.svg HTTP/1.1\r\nHost: a\r\n\r\n',
  'a page that needs a login': 'GET /orders HTTP/1.1\r\nHost: a\r\n\r\n',
  'a path that accepts only POST': 'GET /graphql HTTP/1.1\r\nHost: a\r\n\r\n',
  'an unknown path': 'GET /_next/static/x HTTP/1.1\r\nHost: a\r\n\r\n',
  'no host': 'GET / HTTP/1.1\r\n\r\n',
};
const chunked = (path: string) => `POST ${path} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n`;

test('no connection without a login blocks the event loop of the console', async () => {
  const watched = await startWatched();
  try {
    for (const [what, request] of Object.entries(TOGETHER)) {
      const least = await watched.leastTurn(async () => {
        const answer = await sendRaw(watched.url, request.repeat(Math.floor(65_536 / request.length)));
        expect({ what, few: answer.split('HTTP/1.1 ').length - 1 < 60 }).toEqual({ what, few: true });
      });
      expect(least, what).toBeLessThan(MAX_MS);
    }
    for (const path of ['/graphql', '/exports/orders', '/orders']) {
      const least = await watched.leastTurn(async () => {
        const answer = await sendRaw(
          watched.url,
          `${chunked(path)}\r\n${'1\r\n \r\n'.repeat(1_000_000)}0\r\n\r\n`,
        ).catch(String);
        expect(answer, path).toMatch(/^(HTTP\/1\.1 [34]\d\d |Error: \w+ ECONNRESET|Error: write EPIPE)/);
      });
      expect(least, path).toBeLessThan(MAX_MS);
    }
    const chunks = `400\r\n${' '.repeat(1_024)}\r\n`.repeat(1_000);
    const answer = await sendRaw(
      watched.url,
      `${chunked('/graphql')}Content-Type: application/json\r\nConnection: close\r\n\r\n2\r\n{}\r\n${chunks}0\r\n\r\n`,
    );
    expect(answer).toMatch(/"code":"(?!API_UNREACHABLE)/);
  } finally {
    await watched.stop();
  }
});
