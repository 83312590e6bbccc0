import type { Socket } from 'node:net';
import type pg from 'pg';
import { ConnectionLost, DatabaseBusy, isBusy } from './busy.ts';
import { openPool, waitLeft } from './pool.ts';
import type { Presence } from './presence.ts';
import { openSocket } from './row-bytes.ts';
import { presentWait } from './share.ts';

/** Milliseconds after which a wait or a use triggers a probe of the database. */
const LONG = 300;

type Callback = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void;

/**
 * A pool that provides no connections while the database is away, and ends open ones that are silent. End it
 * with `end()`.
 */
export function openWatchedPool(
  config: pg.PoolConfig,
  presence: Presence,
  log: (message: string) => void = () => {},
): pg.Pool {
  const sockets = new Set<Socket>();
  /** When each wait for a connection, and each use of one, began. */
  const began = new Map<object, number>();

  function openTracked(...options: unknown[]): Socket {
    const socket = openSocket(...options);
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // For callers that waited in the pool while the database went away.
    const refusal = presence.refusal();
    if (refusal) setImmediate(() => socket.destroy(refusal));
    return socket;
  }

  const pool = openPool({ ...config, stream: openTracked }, log);
  pool.on('acquire', (client) => began.set(client, performance.now()));
  pool.on('release', (error, client) => {
    began.delete(client);
    if (!error) presence.heard();
  });

  const connect = pool.connect.bind(pool);
  function connectWatched(callback: Callback): void {
    const refusal = presence.refusal();
    if (refusal) {
      process.nextTick(callback, refusal, undefined, () => {});
      return;
    }
    const wait = presentWait();
    const begun = performance.now();
    let timer: NodeJS.Timeout | undefined;
    let isOver = false;
    const end: Callback = (error, client, done) => {
      isOver = true;
      clearTimeout(timer);
      began.delete(callback);
      if (wait) {
        wait.since = client ? undefined : (wait.since ?? begun);
        wait.wasInVain = isBusy(error);
      }
      callback(error, client, done);
    };
    // A call that gets its turn in another queue because those before it got no connection must not wait once more for
    // the same connections.
    const judge = (since: number) => {
      const left = waitLeft(pool, since);
      if (left > 0) timer = setTimeout(judge, left, since).unref();
      else end(new DatabaseBusy(undefined), undefined, () => {});
    };
    began.set(callback, begun);
    connect((error, client, done) => {
      if (!isOver) end(error, client, done);
      // In a tick of its own: the next call in the queue may be over, too.
      else if (client) process.nextTick(done);
    });
    if (wait?.since !== undefined) judge(wait.since);
  }
  pool.connect = ((callback?: Callback) => {
    if (callback) return connectWatched(callback);
    return new Promise<pg.PoolClient>((resolve, reject) =>
      connectWatched((error, client) => (client ? resolve(client) : reject(error))),
    );
  }) as pg.Pool['connect'];

  const leave = presence.watch({
    isWaiting: () => {
      const limit = performance.now() - LONG;
      return [...began.values()].some((since) => since < limit);
    },
    abandon: () => {
      for (const socket of sockets) socket.destroy(new ConnectionLost('the database does not answer'));
    },
    onChange: (isAway, health) => log(isAway ? `The database is away: ${health}` : 'The database is back'),
  });
  const end = pool.end.bind(pool);
  pool.end = ((callback?: () => void) => {
    leave();
    return callback ? end(callback) : end();
  }) as pg.Pool['end'];
  return pool;
}
