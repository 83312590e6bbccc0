import type { IncomingMessage, ServerResponse } from 'node:http';
import { Lane } from '@channel/lane';

/*
 * Pages are made by this one thread, and each that has begun takes memory: a bounded number is made at a time. Files take next to nothing, and
 * what is passed on to the API waits in the lanes there.
 */

/** There is no place for a page in time. */
class NoPlace extends Error {}

/** A page waits for the API most of its time. Who opens one requests no more than ten at once. */
const PLACES = 8;
/** One address may have half of them. */
const WAITING = 1_024;
/** Milliseconds: what the API may take for a page. */
const PATIENCE_MS = 10_000;
const LONGEST_MS = 10_000;
/** Seconds, for `Retry-After`. */
const RETRY_AFTER = 1;
/** Milliseconds between two looks at whether a client reads its page. */
const LOOK_MS = 250;

const lane = new Lane({
  places: PLACES,
  waiting: WAITING,
  patience: PATIENCE_MS,
  longest: LONGEST_MS,
  busy: () => new NoPlace(),
});

const NO_PAGE = /^\/(?:_next\/static\/|icon\.svg$|graphql$|exports\/orders$|staff\/)/;

/** Whether the place of a page is needed; read as Next reads it, without the dots of a path. */
const isPage = (target: string) => !NO_PAGE.test(URL.parse(target, 'http://console.invalid')?.pathname ?? '');

/** Has a page made as soon as there is a place, and anything else at once; refuses with 503 where there is none in time. */
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

/** Until all of a page is written, its client takes its time to read it, or nobody wants it any more. */
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
