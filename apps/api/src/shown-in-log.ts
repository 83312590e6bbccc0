import { stdSerializers } from 'pino';

/** What the log shows of a request: neither what was asked for by name nor the secret that opens a ticket. */
export function shownRequest({ method, url, ip }: { method: string; url: string; ip?: string }) {
  const [path = ''] = url.split('?');
  return { method, url: path.replace(/^(\/tickets\/)[^/]+/, '$1…'), remoteAddress: ip };
}

const SHOWN = ['type', 'message', 'stack', 'code', 'table', 'constraint'];

/**
 * What the log shows of an error: what went wrong and where. Not all that a library hangs on it: the driver adds its whole
 * connection with the key that cancels its statements, and Postgres the values of the row that it refused.
 */
export function shownError(error: unknown) {
  if (!(error instanceof Error)) return error;
  return Object.fromEntries(Object.entries(stdSerializers.err(error)).filter(([name]) => SHOWN.includes(name)));
}
