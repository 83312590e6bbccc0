import { type AnsweredError, GraphqlError } from './graphql-error.ts';
import type { TimeLimit } from './time-limit.ts';

/** The end of a complete export. */
export type ExportCounts = {
  /** Orders in the export. */
  readonly orders: number;
  /** Orders that the filter matched when it began: more, where the account may no longer see some. */
  readonly matched: number;
};

type Line = { readonly $complete?: ExportCounts; readonly $error?: AnsweredError };

const CUT: AnsweredError = {
  message: 'The export ended before it was complete.',
  extensions: { code: 'INCOMPLETE' },
};

const cutOff = (response: Response, cause?: unknown) => Object.assign(new GraphqlError(response, [CUT]), { cause });

/** @throws {GraphqlError} for a line that the API did not write */
function lineOf(text: string, response: Response): Line {
  try {
    return Object(JSON.parse(text));
  } catch (error) {
    throw cutOff(response, error);
  }
}

/**
 * The orders of an export as they arrive. It returns only when all of them have.
 *
 * @throws {GraphqlError} for the error that ended it, with the code `INCOMPLETE` if the connection was cut, or something else
 * than the API wrote into it
 */
export async function* exportedOrders<Order>(
  response: Response,
  limit: TimeLimit,
): AsyncGenerator<Order, ExportCounts> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const read = await limit
        .within(async () => reader?.read())
        .catch((error: unknown) => {
          // `fetch` reports a connection that broke as a TypeError.
          throw error instanceof TypeError ? cutOff(response, error) : error;
        });
      if (!read || read.done) throw cutOff(response);
      const lines = (rest + read.value).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const order = lineOf(line, response);
        if (order.$complete) return order.$complete;
        if (order.$error) throw new GraphqlError(response, [order.$error]);
        yield order as Order;
      }
    }
  } finally {
    // Also ends the export in the server, where the caller has read enough.
    await reader?.cancel().catch(() => {});
  }
}
