import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state.js';

/** Allowed methods of paths that are neither pages nor files. */
const METHODS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(\/crew)?\/graphql$/, ['GET', 'POST']],
  [/^\/exports\/orders$/, ['POST']],
  [/^\*$/, ['GET', 'HEAD', 'POST']],
];
/** Allowed methods of pages and files. */
const READ = ['GET', 'HEAD'];

const methodsOf = (path: string) => METHODS.find(([address]) => address.test(path))?.[1] ?? READ;

/** Internal pages of Next that respond with 500. */
const INTERNAL = /^\/_global-error\/?$/;

/** Removes the host from an absolute request target. */
const withoutHost = (target: string) => target.replace(/^https?:\/\/[^/?#]*\/?/i, '/');

/** The console's own URLs have fewer than 40 parameters. Next's parsing time is quadratic in their number. */
const PARAMETERS = 100;

const hasManyParameters = (target: string) => target.split('&', PARAMETERS + 1).length > PARAMETERS;

/** Headers whose parsing time, in Next or here, is quadratic in their length. Browsers send far shorter values. */
const SHORT = ['user-agent', 'accept-language'] as const;
const SHORT_LENGTH = 1_000;

const hasLongHeader = ({ headers }: IncomingMessage) =>
  SHORT.some((name) => (headers[name]?.length ?? 0) > SHORT_LENGTH);

/** A router state has one or two brackets for each path level. Next's parsing time is quadratic in its depth. */
const BRACKETS = 50;

const isDeep = (state: string | string[] = '') => String(state).split(/\[|%5b/i, BRACKETS + 2).length > BRACKETS + 1;

/** Whether a path is absolute and its percent-encoding is valid UTF-8. */
function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return path.startsWith('/');
  } catch {
    return false;
  }
}

/**
 * Responds to OPTIONS, and rejects requests that Next would answer with 500 or treat as GET (methods that are not
 * allowed, an invalid path, an invalid or too deep router state) and requests that would block the event loop. The body
 * is not read, so the connection is closed with the response.
 *
 * @returns whether a response was sent; otherwise Next has to respond
 */
export function answerEarly(request: IncomingMessage, response: ServerResponse): boolean {
  const { method = '', url = '' } = request;
  request.url = withoutHost(url);
  const [path = ''] = request.url.split(/[?#]/);
  const methods = methodsOf(path);
  const allow = { Allow: [...methods, 'OPTIONS'].join(', ') };
  if (method === 'OPTIONS') answer(response, 204, allow);
  else if (!isReadable(path)) answer(response, 400);
  else if (hasManyParameters(request.url)) answer(response, 400);
  else if (hasLongHeader(request)) answer(response, 431);
  else if (INTERNAL.test(path)) answer(response, 404);
  else if (!methods.includes(method)) answer(response, 405, allow);
  else if (!hasReadableState(request)) answer(response, 400);
  return response.writableEnded;
}

function answer(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  const length = status === 204 ? {} : { 'Content-Length': 0 };
  response.writeHead(status, { ...headers, ...length, Connection: 'close' }).end();
}

function hasReadableState({ headers }: IncomingMessage): boolean {
  const state = headers['next-router-state-tree'];
  if (isDeep(state)) return false;
  try {
    parseAndValidateFlightRouterState(state);
    return true;
  } catch {
    return false;
  }
}
