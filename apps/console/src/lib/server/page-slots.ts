import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as tick } from 'node:timers/promises';
import { Lane } from '@channel/lane';
import { addressOf } from './client-address.ts';

/*
 * Pages are rendered by a single thread, and each page in progress takes memory, so the number of concurrent renders is
 * limited. Files are cheap, and requests forwarded to the API wait in the API's own lanes.
 */

/** No slot became free in time. */
class NoSlot extends Error {}

/** Number of slots. A page mostly waits for the API. Its sections add at most 0.3 s. */
const SLOTS = 8;
/** Maximum number of waiting requests; one address may use half of them. */
const WAITING = 1_024;
/** Milliseconds that the API may take for a page. */
const STALL_TIMEOUT_MS = 10_000;
const MAX_EXPECTED_WAIT_MS = 10_000;
/** Seconds, for `Retry-After`. */
const RETRY_AFTER = 1;
const BUSY = 'Too many pages are requested at the moment. Load this page again in a few seconds.\n';
/** Maximum number of connections that are accepted before a page that has a slot begins. */
const ACCEPTED = 500;
/** Milliseconds between checks whether a client reads its page. */
const LOOK_MS = 250;

const lane = new Lane({
  slots: SLOTS,
  waiting: WAITING,
  stallTimeout: STALL_TIMEOUT_MS,
  maxExpectedWait: MAX_EXPECTED_WAIT_MS,
  busy: () => new NoSlot(),
});

const NO_PAGE = /^\/(?:_next\/static\/|icon\.svg$|graphql$|exports\/orders$|staff\/)/;

/** Whether the target is a page and needs a slot. Dot segments are resolved as in Next. */
const isPage = (target: string) => !NO_PAGE.test(URL.parse(target, 'http://console.invalid')?.pathname ?? '');

/**
 * Renders a page as soon as a slot is free, and other requests immediately; responds 503 if no slot is free in time.
 */
export function atSlot(request: IncomingMessage, response: ServerResponse, make: () => void): void {
  if (process.env.LIMIT_IN_PROGRESS === '0' || !isPage(request.url ?? '')) {
    make();
    return;
  }
  const { socket } = request;
  const parties = [{ key: addressOf(request), max: SLOTS }];
  const making = async () => {
    const made = untilMade(response);
    await untilAccepted();
    if (!response.destroyed) make();
    return made;
  };
  lane.run({ parties, socket }, making).catch((error: unknown) => {
    if (!(error instanceof NoSlot)) throw error;
    response.statusCode = 503;
    response.setHeader('Retry-After', RETRY_AFTER).setHeader('Content-Type', 'text/plain; charset=utf-8').end(BUSY);
  });
}

let connections = 0;
subscribe('net.server.socket', () => {
  connections += 1;
});

/**
 * Resolves after a tick of the event loop in which no client connected. Node accepts one connection per tick, and a tick
 * in which pages are rendered takes 20 ms: the last of many clients that connect at once would be refused after seconds.
 */
async function untilAccepted(): Promise<void> {
  await tick();
  for (let before = -1, left = ACCEPTED; connections > before && left > 0; left -= 1) {
    before = connections;
    await tick();
  }
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
