import { type Answer, type Cost, readAnswer } from './answer.ts';
import type { AnyDocument } from './document.ts';
import { GraphqlError } from './graphql-error.ts';
import type { GraphqlClientOptions, RequestOptions } from './options.ts';
import { sending } from './registered.ts';
import { overNetwork, retrying } from './retry.ts';
import { type TimeLimit, timeLimit } from './time-limit.ts';

/** An operation to send. */
export type Sent = RequestOptions & {
  document: AnyDocument;
  variables: unknown;
  headers?: Record<string, string>;
  /** Default: true. */
  isRepeatable?: boolean | 'by key';
  /** Default: those of the client. */
  retries?: number;
  /** Seconds that the operation itself waits, beyond the time limit of the client. */
  waitSeconds?: number;
};

/** Sends operations, each until it has an answer. */
export type Transport = {
  readonly cost: Cost | null;
  /** @throws {GraphqlError} for an answer with errors */
  execute(sent: Sent): Promise<Answer & { response: Response }>;
  /** @throws {GraphqlError} for a status that is none of success */
  open(sent: Sent, path: string): Promise<{ response: Response; limit: TimeLimit }>;
};

/** The one way to the API. */
export function createTransport({
  baseUrl,
  token,
  language,
  operations,
  timeoutSeconds = 30,
  retries = 5,
  onRetry = () => {},
  fetch = (request) => globalThis.fetch(request),
}: GraphqlClientOptions): Transport {
  const address = `${baseUrl.replace(/\/+$/, '')}/graphql`;
  if (!/^https?:$/.test(new URL(address).protocol)) throw new TypeError(`${baseUrl} is no address of an API.`);
  const membersOf = sending(operations);
  let cost: Cost | null = null;

  /** `read` is part of each try. */
  function send<Result>(
    { document, variables, headers, signal, waitSeconds = 0, ...sent }: Sent,
    path: string,
    read: (response: Response, limit: TimeLimit) => Promise<Result>,
  ): Promise<Result> {
    const body = JSON.stringify({ ...membersOf(document), variables: variables ?? {} });
    const attempt = () => {
      const limit = timeLimit(timeoutSeconds + waitSeconds);
      return limit.within(async () => {
        const request = new Request(`${address}${path}`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${typeof token === 'string' ? token : await token()}`,
            'content-type': 'application/json',
            ...(language === undefined ? {} : { 'x-lang': language }),
            ...headers,
          },
          body,
          signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
        });
        return read(await overNetwork(fetch(request)), limit);
      });
    };
    return retrying(attempt, { retries, isRepeatable: true, ...sent, signal, onRetry });
  }

  return {
    get cost() {
      return cost;
    },
    execute: async (sent) =>
      send(sent, '', async (response) => {
        const answer = await readAnswer(response);
        cost = answer.cost ?? cost;
        if (answer.errors.length > 0) throw new GraphqlError(response, answer.errors, answer.data);
        return { ...answer, response };
      }),
    open: async (sent, path) =>
      send(sent, path, async (response, limit) => {
        if (response.ok) return { response, limit };
        const { errors, data } = await readAnswer(response);
        throw new GraphqlError(response, errors, data);
      }),
  };
}
