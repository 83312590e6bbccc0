import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy between a client and a database server that injects failures. */
export type DatabaseProxy = {
  /** Connects through the proxy. */
  connectionString: string;
  /** The same for all addresses that it was started for, in their order. */
  connectionStrings: string[];
  /** Cuts all connections; the next ones are let through. */
  cut(): void;
  /** Cuts all connections and refuses new ones, until `open`. */
  refuse(): void;
  /** Answers new connections with an error of this state. */
  answer(state: string): void;
  /** Holds back every byte in both directions, also on new connections. */
  freeze(): void;
  /** Cuts all connections; accepts new ones and never answers on them, not even after `open`. */
  swallow(): void;
  /** Gives new connections other keys than the server's, as a pooler does. */
  disguise(): void;
  /** Lets everything through again, including held back bytes. */
  open(): void;
  /**
   * Cuts the next connection on which a client commits: before the server receives the commit, or before the client
   * receives its answer.
   */
  cutAtCommit(moment: 'before' | 'after'): void;
  /** The bytes that it has passed on, in both directions. */
  passed(): number;
  /** How often a client sent something and then waited for the server, on all connections together. */
  turns(): number;
  close(): Promise<void>;
};

type Mode = 'open' | 'refuse' | 'frozen' | 'swallowing' | 'disguised' | { state: string };

/** Starts a proxy before the server of a connection string, and before those of others, which then fail together. */
export async function startProxy(...upstreams: [string, ...string[]]): Promise<DatabaseProxy> {
  const sockets = new Set<Socket>();
  let mode: Mode = 'open';
  let commit: 'before' | 'after' | undefined;
  let passed = 0;
  let turns = 0;

  const pass = (upstream: URL) => (client: Socket) => {
    if (mode === 'refuse') return void client.resetAndDestroy();
    if (mode === 'swallowing') {
      sockets.add(client);
      client.on('error', () => {});
      client.on('close', () => sockets.delete(client));
      return;
    }
    const server = connect(Number(upstream.port), upstream.hostname);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => {});
      from.on('data', (bytes) => {
        passed += bytes.length;
      });
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      if (mode === 'frozen') from.pause();
    }
    let isAnswered = true;
    client.on('data', () => {
      if (isAnswered) turns += 1;
      isAnswered = false;
    });
    server.on('data', () => {
      isAnswered = true;
    });
    let isCommitting = false;
    const commits = commitFinder();
    client.on('data', (bytes) => {
      if (typeof mode === 'object') return void client.end(errorMessage(mode.state));
      if (commits(bytes) && commit) {
        isCommitting = commit === 'after';
        commit = undefined;
        if (!isCommitting) return void client.destroy();
      }
      server.write(bytes);
    });
    // The server answers after it has committed.
    server.on('data', (bytes) => {
      if (mode === 'disguised') replaceKey(bytes);
      return isCommitting ? client.destroy() : client.write(bytes);
    });
  };

  const listeners: Server[] = [];
  const listen = async (upstream: string): Promise<string> => {
    const through = new URL(upstream);
    const listener = createServer(pass(new URL(upstream))).listen(0, '127.0.0.1');
    listeners.push(listener);
    await once(listener, 'listening');
    through.hostname = '127.0.0.1';
    through.port = String((listener.address() as AddressInfo).port);
    return through.href;
  };
  const [first, ...others] = upstreams;
  const connectionString = await listen(first);
  const connectionStrings = [connectionString, ...(await Promise.all(others.map(listen)))];
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const set = (next: Mode) => {
    mode = next;
    for (const socket of sockets) socket[next === 'frozen' ? 'pause' : 'resume']();
  };

  return {
    connectionString,
    connectionStrings,
    cut,
    refuse() {
      set('refuse');
      cut();
    },
    answer(state) {
      set({ state });
      cut();
    },
    freeze: () => set('frozen'),
    swallow() {
      set('swallowing');
      cut();
    },
    disguise: () => set('disguised'),
    open: () => set('open'),
    cutAtCommit(moment) {
      commit = moment;
    },
    passed: () => passed,
    turns: () => turns,
    async close() {
      cut();
      await Promise.all(listeners.map((listener) => once(listener.close(), 'close')));
    },
  };
}

/** Replaces the process in the message of a key: its length, the process and the secret. */
function replaceKey(bytes: Buffer): void {
  const at = bytes.indexOf(Buffer.from('K\0\0\0\x0c', 'latin1'));
  if (at >= 0) bytes.writeUInt32BE(bytes.readUInt32BE(at + 5) ^ 1, at + 5);
}

/** Detects a commit of a client: as a text, or by the name of its prepared statement. */
function commitFinder(): (bytes: Buffer) => boolean {
  let prepared: string | undefined;
  return (bytes) => {
    const text = bytes.toString('latin1');
    // The message Parse: its length, a name and a text.
    prepared ??= /P[\s\S]{4}([^\0]+)\0COMMIT\0/.exec(text)?.[1];
    return text.includes('COMMIT') || (prepared !== undefined && text.includes(`\0${prepared}\0`));
  };
}

/** The error message of a server that refuses the connection. */
function errorMessage(state: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${state}\0Mnot now\0\0`);
  const head = Buffer.alloc(5, 'E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}
