import type { IncomingMessage, ServerResponse } from 'node:http';
import { Lane } from '@channel/lane';

/*
 * Pages are rendered by a single thread, and each page in progress takes memory, so the number of concurrent renders is
 * limited. Files are cheap, and requests forwarded to the API wait in the API's own lanes.
 */

/** No slot became free in time. */
class NoPlace extends Error {}

/** Number of slots. A page mostly waits for the API. A browser requests at most ten pages concurrently. */
const PLACES = 8;
/** Maximum number of waiting requests; one address may use half of them. */
const WAITING = 1_024;
/** Milliseconds that the API may take for a page. */
const PATIENCE_MS = 10_000;
const LONGEST_MS = 10_000;
/** Seconds, for `Retry-After`. */
const RETRY_AFTER = 1;
/** Milliseconds between checks whether a client reads its page. */
const LOOK_MS = 250;

const lane = new Lane({
  places: PLACES,
  waiting: WAITING,
  patience: PATIENCE_MS,
  longest: LONGEST_MS,
  busy: () => new NoPlace(),
});

const NO_PAGE = /^\/(?:_next\/static\/|icon\.svg$|graphql$|exports\/orders$|staff\/)/;

/** Whether the target is a page and needs a slot. Dot segments are resolved as in Next. */
const isPage = (target: string) => !NO_PAGE.test(URL.parse(target, 'http://console.invalid')?.pathname ?? '');

/**
 * Renders a page as soon as a slot is free, and other requests immediately; responds 503 if no slot is free in time.
 */
export function atPlace(request: IncomingMessage, response: ServerResponse, make: () => void): void {
  if (process.env.LIMIT_IN_PROGRESS === '0' || !isPage(request.url ?? '')) {
    make();
    return;
  }
  const { socket } = request;
  const parties = [{ key: socket.remoteAddress ?? '', max: PLACES }];
  const making = () => {
    const made = untilMade(response);
    make();
    return made;
  };
  lane.run({ parties, socket }, making).catch((error: unknown) => {
    if (!(error instanceof NoPlace)) throw error;
    response.writeHead(503, { 'Retry-After': RETRY_AFTER, 'Content-Length': 0 }).end();
  });
}

/** Resolves when the page is written completely, its client reads slowly, or its connection is closed. */
function untilMade(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearInterval(looks);
      resolve();
    };
    const looks = setInterval(() => {
      if (response.writableNeedDrain) done();
    }, LOOK_MS);
    response.once('prefinish', done).once('close', done);
  });
}
