import { PassThrough, pipeline, type Readable } from 'node:stream';

/**
 * Milliseconds between the comments of a stream. A client that hears nothing for longer has lost it: a connection that
 * a network dropped, or whose server stopped, is not closed.
 */
const PING_MS = 2_000;

/** A comment of server-sent events. It may stand between any two lines. */
const PING = ':\n';

/** A stream of events with comments in it, until it ends. A client that reads too slowly gets none. */
export function withPings(events: Readable, ms = PING_MS): Readable {
  const pinged = new PassThrough();
  const timer = setInterval(() => {
    if (!pinged.writableEnded && !pinged.writableNeedDrain) pinged.write(PING);
  }, ms);
  return pipeline(events, pinged, () => clearInterval(timer));
}
