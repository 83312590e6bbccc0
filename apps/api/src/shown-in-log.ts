import { stdSerializers } from 'pino';

type Requested = {
  method: string;
  url: string;
  ip?: string;
  visitor?: string | null;
  routeOptions?: { url?: string | undefined };
};

/**
 * What the log shows of a request: nothing that was asked for by name, and not the secret that opens a ticket. Of a path
 * that is the fixed words of its route, and ids.
 */
export function shownRequest({ method, url, ip, visitor, routeOptions }: Requested) {
  return { method, url: shownPath(url.split('?')[0] ?? '', routeOptions?.url), remoteAddress: visitor ?? ip };
}

/** Where digits can be a name or a secret, too. */
const NEVER_IDS = new Set([':tag', ':token', ':key']);
const ID = /^\d*(\.[a-z]+)?$/;

function shownPath(path: string, route: string | undefined): string {
  const [, first = '', ...others] = path.split('/');
  // Of an address that nothing is published at, nobody knows which words are names.
  if (route === undefined) return others.length > 0 ? `/${first}/…` : `/${first}`;
  const given = path.split('/');
  return route
    .split('/')
    .map((word, place) => {
      if (!/[:*]/.test(word)) return word;
      const value = given[place] ?? '';
      return ID.test(value) && !NEVER_IDS.has(word) ? value : '…';
    })
    .join('/');
}

const SHOWN = ['type', 'message', 'stack', 'code', 'table', 'constraint'];

/**
 * What the log shows of an error: what went wrong and where. Not all that a library hangs on it: the driver adds its whole
 * connection with the key that cancels its statements, and Postgres the values of the row that it refused.
 */
export function shownError(error: unknown) {
  if (!(error instanceof Error)) return error;
  const shown = Object.entries(stdSerializers.err(error)).filter(([name]) => SHOWN.includes(name));
  const isOfPrisma = error.name === 'PrismaClientValidationError';
  return Object.fromEntries(
    shown.map(([name, value]) => [name, isOfPrisma && typeof value === 'string' ? withoutQuery(value) : value]),
  );
}

/** A text without the query, with its values, that Prisma draws into the message of one that it refuses. */
const withoutQuery = (text: string): string => text.replace(/(?<=invocation[^\n]*:)\s*\n[\s\S]*\n\}\s*\n/, ' … ');
