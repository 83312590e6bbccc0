import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { shownError, shownRequest } from '../shown-in-log.ts';
import { bearerOf } from './graphql.ts';
import { startServer, type TestServer } from './start-server.ts';

/** A line of the log. */
export type Line = Record<string, unknown> & { level: number; msg: string; req?: { url: string } };

/** A server with the demo world whose log is kept, and an administrator of it. */
export type LoggedServer = {
  server: TestServer;
  headers: { authorization: string };
  actor: { kind: 'user'; id: number };
  /** Forgets the log so far. */
  clear(): void;
  /** The log as it was written. */
  text(): string;
  lines(): Line[];
  /** The line of the only request since the log was cleared. */
  onlyLine(): Promise<Line>;
};

/** Milliseconds for the line of a request to be written. */
const MAX_WAIT = 5_000;

/** Starts a server whose log is kept. */
export async function startLogged(env: Record<string, string> = {}): Promise<LoggedServer> {
  let written: string[] = [];
  const serializers = { err: shownError, req: shownRequest };
  const loggerInstance = pino({ level: 'debug', serializers }, { write: (line: string) => void written.push(line) });
  const server = await startServer({ world: 'demo', env, loggerInstance });
  const { id } = await server.db.user.findFirstOrThrow({ where: { username: 'admin' }, select: { id: true } });
  const lines = () => written.map((line): Line => JSON.parse(line));
  return {
    server,
    headers: { authorization: await bearerOf(server, 'admin') },
    actor: { kind: 'user', id },
    clear: () => {
      written = [];
    },
    text: () => written.join(''),
    lines,
    async onlyLine() {
      const requests = () => lines().filter(({ msg }) => /^request |^stream /.test(msg));
      const end = performance.now() + MAX_WAIT;
      while (requests().length === 0 && performance.now() < end) await sleep(5);
      const [line, ...others] = requests();
      if (!line || others.length > 0) throw new Error(`There are ${requests().length} lines of requests, not one.`);
      return line;
    },
  };
}
