import type { ChangeStream, Context } from '../context.ts';
import type { ChangePage } from './read-changes.ts';

/** Milliseconds after which a reader that waits looks again, in case that no notification arrives. */
const RECHECK_MS = 10_000;

/** Milliseconds between two reads that find nothing for the caller, while others make many changes. */
const PAUSE_MS = 50;

/** Reads a page after a cursor. */
export type Reading<Row> = (after: string | null | undefined) => Promise<ChangePage<Row>>;

/** What to send next: changes, or at least a cursor that a whole scan has advanced. */
const isNews = ({ changes, hasNextPage }: ChangePage<unknown>): boolean => changes.length > 0 || hasNextPage;

/**
 * A page of a stream. If it holds nothing, the caller's entry point is requested to wait and to execute the operation
 * again (see `Live.hold`): the answer of this execution is then discarded.
 */
export async function pageOrWait<Row>(
  { live }: Context,
  stream: ChangeStream,
  seconds: number,
  after: string | null | undefined,
  read: Reading<Row>,
): Promise<ChangePage<Row>> {
  const page = await read(after);
  let { endCursor } = page;
  if (seconds > 0 && !isNews(page))
    live.hold({
      stream,
      seconds,
      recheckMs: RECHECK_MS,
      pauseMs: PAUSE_MS,
      isOver: async () => {
        const next = await read(endCursor);
        ({ endCursor } = next);
        return isNews(next);
      },
    });
  return page;
}

/** A page of a stream, as an event of a subscription that can be resumed behind it. */
export type FollowedPage<Row> = { page: ChangePage<Row>; resumeAfter: string };

/**
 * The pages of a stream as they come, each with at least one change or a cursor that has advanced far.
 *
 * @throws a validation error for a cursor, before the stream begins
 */
export async function followChanges<Row>(
  { live }: Context,
  stream: ChangeStream,
  after: string | null | undefined,
  read: Reading<Row>,
): Promise<AsyncGenerator<FollowedPage<Row>>> {
  // Before the first read, so that no change falls between the two.
  const signals = await live.changes(stream);
  try {
    return pages(live, signals, await read(live.resumeAfter ?? after), read);
  } catch (error) {
    signals.end();
    throw error;
  }
}

async function* pages<Row>(
  live: Context['live'],
  signals: Awaited<ReturnType<Context['live']['changes']>>,
  first: ChangePage<Row>,
  read: Reading<Row>,
): AsyncGenerator<FollowedPage<Row>> {
  try {
    for (let page = first; ; page = await live.look(() => read(page.endCursor))) {
      const isFound = isNews(page);
      if (isFound) yield { page, resumeAfter: page.endCursor };
      // What was committed before the read is in the page; what is committed since raises a signal.
      if (!page.hasNextPage && !(await signals.next(RECHECK_MS, isFound ? 0 : PAUSE_MS))) return;
    }
  } finally {
    signals.end();
  }
}
