import type { Page } from './document.ts';
import { pause } from './time-limit.ts';
import type { Sent, Transport } from './transport.ts';

/** Seconds that a follower waits for a change: as long as the API lets it. */
const MAX_WAIT_SECONDS = 30;
/** Seconds between empty pages of a document that does not wait. */
const POLL_SECONDS = 1;

/** The pages of a feed, without an end. While the API is away it is tried again. */
export async function* followed(
  transport: Transport,
  { variables, ...sent }: Sent & { variables: object },
): AsyncGenerator<Page, never> {
  let next: object = { waitSeconds: MAX_WAIT_SECONDS, ...variables };
  for (;;) {
    const begun = performance.now();
    const { data } = await transport.execute({
      ...sent,
      variables: next,
      retries: Number.POSITIVE_INFINITY,
      waitSeconds: MAX_WAIT_SECONDS,
    });
    const page = pageOf(data);
    yield page;
    next = { ...next, after: page.endCursor };
    const isEarly = performance.now() - begun < POLL_SECONDS * 1_000;
    if (isEarly && page.nodes.length === 0 && !page.hasNextPage) await pause(POLL_SECONDS, sent.signal);
  }
}

function pageOf(data: unknown): Page {
  const page = Object.values(Object(data)).find((value) => typeof Object(value).endCursor === 'string');
  if (!page) throw new Error('A document that is followed selects nodes, endCursor and hasNextPage.');
  return page as Page;
}
