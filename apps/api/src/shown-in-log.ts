import { stdSerializers } from 'pino';

type Requested = {
  method: string;
  url: string;
  ip?: string;
  visitor?: string | null;
  routeOptions?: { url?: string | undefined };
};

/**
 * The log form of a request: without names in its path and without the secret of a ticket. The path is reduced to the
 * fixed segments of its route, and ids.
 */
export function shownRequest({ method, url, ip, visitor, routeOptions }: Requested) {
  return { method, url: shownPath(url.split('?')[0] ?? '', routeOptions?.url), remoteAddress: visitor ?? ip };
}

/** Parameters whose digits can be a name or a secret. */
const NEVER_IDS = new Set([':tag', ':token', ':key']);
const ID = /^\d*(\.[a-z]+)?$/;

function shownPath(path: string, route: string | undefined): string {
  const [, first = '', ...others] = path.split('/');
  // The path of an unknown route may contain names anywhere.
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
 * The log form of an error: its message and stack, without the properties that libraries add. The driver adds its whole
 * connection with the key that cancels its statements, and Postgres adds the values of the row that it rejected.
 */
export function shownError(error: unknown) {
  if (!(error instanceof Error)) return error;
  const shown = Object.entries(stdSerializers.err(error)).filter(([name]) => SHOWN.includes(name));
  const isOfPrisma = error.name === 'PrismaClientValidationError';
  return Object.fromEntries(
    shown.map(([name, value]) => [name, isOfPrisma && typeof value === 'string' ? withoutQuery(value) : value]),
  );
}

/** A text without the query and its values, which Prisma prints into the message when it rejects a query. */
const withoutQuery = (text: string): string => text.replace(/(?<=invocation[^\n]*:)\s*\n[\s\S]*\n\}\s*\n/, ' … ');
