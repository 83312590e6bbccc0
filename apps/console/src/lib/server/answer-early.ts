import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state.js';

/** What addresses take that are no page and no file. */
const METHODS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^\/graphql$/, ['GET', 'POST']],
  [/^\/exports\/orders$/, ['POST']],
  [/^\*$/, ['GET', 'HEAD', 'POST']],
];
/** Pages and files are read. */
const READ = ['GET', 'HEAD'];

const methodsOf = (path: string) => METHODS.find(([address]) => address.test(path))?.[1] ?? READ;

/** Pages that Next keeps for itself and answers with 500. */
const INTERNAL = /^\/_global-error\/?$/;

/** An absolute target names its host again; the path alone says what is requested. */
const withoutHost = (target: string) => target.replace(/^https?:\/\/[^/?#]*\/?/i, '/');

/** The console's own addresses have fewer than 40 parameters; the time that Next takes for them grows with their square. */
const PARAMETERS = 100;

const hasManyParameters = (target: string) => target.split('&', PARAMETERS + 1).length > PARAMETERS;

/** Headers whose reading takes time that grows with the square of their length, in Next or here; those of browsers are shorter by far. */
const SHORT = ['user-agent', 'accept-language'] as const;
const SHORT_LENGTH = 1_000;

const hasLongHeader = ({ headers }: IncomingMessage) =>
  SHORT.some((name) => (headers[name]?.length ?? 0) > SHORT_LENGTH);

/** A state has a bracket or two for each level of the address; the time that Next takes for it grows with the square of its depth. */
const BRACKETS = 50;

const isDeep = (state: string | string[] = '') => String(state).split(/\[|%5b/i, BRACKETS + 2).length > BRACKETS + 1;

/** Whether a path begins at the root of the console, and its escapes are UTF-8. */
function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return path.startsWith('/');
  } catch {
    return false;
  }
}

/**
 * Answers OPTIONS, and refuses what Next would answer with 500 or as if it were GET: methods that an address does not take, an
 * address that can't be read, a state of its router that is none or too deep; and what would hold all other requests up. A body is not read, so that the connection ends with the answer.
 *
 * @returns whether there is an answer now; else Next has to give one
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
