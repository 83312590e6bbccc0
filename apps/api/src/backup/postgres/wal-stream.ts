import type { CopyQuery } from './copy-query.ts';
import { formatLsn, type Lsn } from './lsn.ts';
import type { Replication } from './replication.ts';

/** What the server sends: WAL from a position on, with the end of what it has; or that it has sent all before. */
export type WalMessage =
  | { kind: 'wal'; at: Lsn; data: Buffer; end: Lsn; sentAt: Date }
  | { kind: 'alive'; sentAt: Date };

export type WalStream = {
  messages(): AsyncGenerator<WalMessage>;
  /** Reports what is on disk, so that the server need not keep it. With `wantsReply` the server answers at once. */
  confirm(flushed: Lsn, wantsReply?: boolean): void;
  /** Ends the stream; the iteration of messages ends soon after. */
  end(): void;
};

/** Streams the WAL of a timeline from a position on. The slot keeps on the server what was not confirmed yet. */
export function streamWal(replication: Replication, slot: string, timeline: number, start: Lsn): WalStream {
  const query: CopyQuery = replication.copy(
    `START_REPLICATION SLOT ${slot} PHYSICAL ${formatLsn(start)} TIMELINE ${timeline}`,
  );
  return {
    async *messages() {
      for await (const message of query) {
        const read = readMessage(message);
        if (read) yield read;
      }
    },
    confirm: (flushed, wantsReply = false) => query.send(statusOf(flushed, wantsReply)),
    end: () => query.end(),
  };
}

const WAL = 0x77;
const ALIVE = 0x6b;
const STATUS = 0x72;
/** The server counts microseconds from 2000-01-01. */
const EPOCH = BigInt(Date.UTC(2000, 0, 1)) * 1_000n;

const instantOf = (microseconds: bigint): Date => new Date(Number((microseconds + EPOCH) / 1_000n));

function readMessage(message: Buffer): WalMessage | undefined {
  if (message[0] === WAL) {
    const sentAt = instantOf(message.readBigInt64BE(17));
    const [at, end] = [message.readBigUInt64BE(1), message.readBigUInt64BE(9)];
    return { kind: 'wal', at, data: message.subarray(25), end, sentAt };
  }
  return message[0] === ALIVE ? { kind: 'alive', sentAt: instantOf(message.readBigInt64BE(9)) } : undefined;
}

/** Nothing is applied here, so the applied position is left out. */
function statusOf(flushed: Lsn, wantsReply: boolean): Buffer {
  const status = Buffer.alloc(34);
  status[0] = STATUS;
  status.writeBigUInt64BE(flushed, 1);
  status.writeBigUInt64BE(flushed, 9);
  status.writeBigInt64BE(BigInt(Date.now()) * 1_000n - EPOCH, 25);
  status[33] = wantsReply ? 1 : 0;
  return status;
}
