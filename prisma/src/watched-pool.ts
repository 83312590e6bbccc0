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
  const since = new Map<object, number>();

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
  pool.on('acquire', (client) => since.set(client, performance.now()));
  pool.on('release', (error, client) => {
    since.delete(client);
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
    let timer: NodeJS.Timeout | undefined;
    let isOver = false;
    const end: Callback = (error, client, done) => {
      isOver = true;
      clearTimeout(timer);
      since.delete(callback);
      if (wait) {
        wait.since = undefined;
        wait.isRefused = isBusy(error);
      }
      callback(error, client, done);
    };
    if (wait?.since !== undefined) {
      // Otherwise a call that gets its turn in another queue because those before it got no connection would wait once
      // more for the same connections.
      const refuse = () => end(new DatabaseBusy(undefined), undefined, () => {});
      timer = setTimeout(refuse, waitLeft(pool, wait.since)).unref();
    }
    since.set(callback, performance.now());
    connect((error, client, done) => {
      if (!isOver) end(error, client, done);
      else if (client) done();
    });
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
      return [...since.values()].some((began) => began < limit);
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
