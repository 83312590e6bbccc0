import type { ServerResponse } from 'node:http';

/**
 * Milliseconds between the comments of a stream. A client that hears nothing for longer has lost it: a connection that
 * a network dropped, or whose server stopped, is not closed.
 */
const PING_MS = 2_000;

/** A comment of server-sent events. It may stand between any two lines. */
const PING = ':\n';

/** Sends comments on an answer whose stream has begun, until it ends. */
export function sendPings(answer: ServerResponse, ms = PING_MS): void {
  const timer = setInterval(() => {
    if (answer.headersSent && !answer.writableEnded && !answer.writableNeedDrain) answer.write(PING);
  }, ms);
  answer.once('close', () => clearInterval(timer));
}
