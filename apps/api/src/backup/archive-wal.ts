import { BackupError, explainFiles, messageOf, withCode } from './errors.ts';
import { formatLsn, type Lsn } from './postgres/lsn.ts';
import type { Replication } from './postgres/replication.ts';
import { streamWal, type WalMessage } from './postgres/wal-stream.ts';
import { LockLost } from './repository/lock.ts';
import type { Repository } from './repository/repository.ts';
import { WalWriter } from './repository/wal-writer.ts';

/** While WAL arrives, it is made durable and confirmed at least this often. Milliseconds. */
const FLUSH_INTERVAL = 1_000;
/** How often the status is renewed while nothing arrives. */
const IDLE_INTERVAL = 5_000;
/** The last WAL of a stream that ends gracefully has this time to arrive. */
const END_TIMEOUT = 3_000;

export type WalSource = {
  repository: Repository;
  replication: Replication;
  slot: string;
  timeline: number;
  start: Lsn;
};

/**
 * Archives WAL until `signal` is aborted, or the connection is lost, which throws.
 *
 * @param onFlush called with the position up to which WAL became durable
 */
export async function archiveWal(source: WalSource, signal: AbortSignal, onFlush: (lsn: Lsn) => void): Promise<void> {
  const { repository, replication, slot, timeline, start } = source;
  const writer = await WalWriter.open(repository, timeline, start);
  const stream = streamWal(replication, slot, timeline, start);
  const progress = new Progress();
  let [flushed, flushedAt, isEnding] = [start, 0, false];
  const flush = async () => {
    writer.reachedAt = progress.reachedAt;
    flushed = await writer.flush();
    flushedAt = performance.now();
    stream.confirm(flushed);
    onFlush(flushed);
  };
  // The server answers each of these, so that the loop below also runs while nothing happens.
  const pulse = setInterval(() => stream.confirm(flushed, true), FLUSH_INTERVAL);
  const onAbort = () => {
    // Without a word to the server, which may not answer.
    if (isLost(signal)) return void replication.close();
    stream.confirm(flushed, true);
    setTimeout(() => stream.end(), END_TIMEOUT).unref();
  };
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    for await (const message of stream.messages()) {
      if (isLost(signal)) break;
      if (message.kind === 'wal') await writer.write(message.at, message.data, message.sentAt);
      progress.add(message, writer.position);
      const wait = writer.position > flushed ? FLUSH_INTERVAL : IDLE_INTERVAL;
      const isPulse = message.kind === 'alive';
      if (performance.now() - flushedAt > wait || (isPulse && writer.position > flushed) || signal.aborted)
        await flush();
      if (isPulse && signal.aborted && !isEnding) {
        isEnding = true;
        stream.end();
      }
    }
    if (!signal.aborted) throw withCode('ECONNRESET');
  } catch (error) {
    if (!signal.aborted) throw explain(explainFiles(error, `the repository ${repository.folder}`), start);
  } finally {
    clearInterval(pulse);
    signal.removeEventListener('abort', onAbort);
    if (!isLost(signal)) await writer.flush().catch(() => {});
    await writer.close();
  }
}

/** The files are those of another archiver now, which has written more of them. */
const isLost = ({ reason }: AbortSignal): boolean => reason instanceof LockLost;

/** Determines up to which instant the received WAL has every commit. */
class Progress {
  reachedAt: Date | undefined;
  /** The end of the server's WAL at an instant, not received yet. */
  #behind: { end: Lsn; at: Date } | undefined;
  #answeredAt: Date | undefined;

  add(message: WalMessage, position: Lsn): void {
    const { sentAt } = message;
    if (message.kind === 'alive') {
      // What was committed before the answer before this one has been sent by now.
      if (!this.#behind && this.#answeredAt) this.#advance(this.#answeredAt);
      this.#answeredAt = sentAt;
      return;
    }
    this.#behind ??= { end: message.end, at: sentAt };
    if (position < this.#behind.end) return;
    this.#advance(this.#behind.at);
    this.#behind = position < message.end ? { end: message.end, at: sentAt } : undefined;
  }

  #advance(at: Date): void {
    if (!this.reachedAt || at > this.reachedAt) this.reachedAt = at;
  }
}

function explain(error: unknown, start: Lsn): unknown {
  if (error instanceof BackupError) return error;
  return new BackupError(`The stream of WAL from ${formatLsn(start)} ended: ${messageOf(error)}`, { cause: error });
}
