import { createHash } from 'node:crypto';
import { Agent, request } from 'node:http';

type Received = { status: number; etag: string; body: Buffer };

/** Reads over connections that stay open. */
export class Reader {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 4 });

  get(url: string, headers: Readonly<Record<string, string>>): Promise<Received> {
    return new Promise((resolve, reject) => {
      const sent = request(url, { agent: this.#agent, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const { statusCode: status = 0, headers } = response;
          resolve({ status, etag: String(headers.etag ?? ''), body: Buffer.concat(chunks) });
        });
      });
      sent.on('error', reject);
      sent.end();
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** A client of the API: the headers that it sends, by which its answers differ from those of others. */
export type Client = { name: string; headers: Readonly<Record<string, string>> };

/** The body of each ETag, by client and URL. */
export class Ledger {
  readonly violations: string[] = [];
  readonly #bodies = new Map<string, string>();

  note(key: string, { etag, body }: Received): void {
    if (etag === '') this.violations.push(`${key}: no ETag`);
    const hash = createHash('sha256').update(body).digest('base64url');
    const known = this.#bodies.get(`${key} ${etag}`);
    if (known !== undefined && known !== hash) this.violations.push(`${key}: ETag ${etag} with other bytes`);
    this.#bodies.set(`${key} ${etag}`, hash);
  }
}

export type Outcome = 'unchanged' | 'answered' | 'refused';

/** How a request is sent: with the last ETag of its URL, or without one, so that the cache of the API may answer it. */
export type Form = 'conditional' | 'plain';

/**
 * Polls URLs, and notes each answer that breaks the promise of an ETag: equal ETags with different bytes, or "unchanged"
 * or an answer from the cache for bytes that have changed.
 */
export class Poller {
  readonly figures = { checks: 0, unchanged: 0, answered: 0, refused: 0 };
  /** By client and URL: the last answer. */
  readonly #held = new Map<string, Received>();
  readonly #reader = new Reader();
  readonly #ledger: Ledger;

  /** @param ledger shared with pollers of other processes */
  constructor(ledger = new Ledger()) {
    this.#ledger = ledger;
  }

  get violations(): string[] {
    return this.#ledger.violations;
  }

  /** Sends a request while others write, and notes the ETag of the answer. */
  async poll(client: Client, base: string, path: string, form: Form = 'conditional'): Promise<Outcome> {
    const key = `${client.name} ${path}`;
    const held = form === 'plain' ? undefined : this.#held.get(key);
    this.figures.checks += 1;
    const answer = await this.#reader.get(base + path, {
      ...client.headers,
      ...(held ? { 'if-none-match': held.etag } : {}),
    });
    if (answer.status === 304) {
      this.figures.unchanged += 1;
      if (answer.etag !== held?.etag) this.violations.push(`${key}: 304 with another ETag`);
      return 'unchanged';
    }
    this.#note(key, answer);
    return answer.status === 200 ? 'answered' : 'refused';
  }

  /** As `poll`, while nobody writes: the bytes that the client then holds are those that Postgres answers. */
  async check(client: Client, base: string, path: string, form: Form = 'conditional'): Promise<Outcome> {
    const outcome = await this.poll(client, base, path, form);
    if (outcome === 'refused') return outcome;
    const key = `${client.name} ${path}`;
    const held = this.#held.get(key);
    const fresh = await this.#reader.get(base + path, { ...client.headers, 'cache-control': 'no-store' });
    if (!held || fresh.status !== 200 || !fresh.body.equals(held.body))
      this.violations.push(`${key}: ${outcome}, but the answer is another one${held ? differenceOf(held, fresh) : ''}`);
    this.#note(key, fresh);
    return outcome;
  }

  #note(key: string, answer: Received): void {
    if (answer.status !== 200) {
      this.figures.refused += 1;
      this.#held.delete(key);
      return;
    }
    this.figures.answered += 1;
    this.#ledger.note(key, answer);
    this.#held.set(key, answer);
  }

  close(): void {
    this.#reader.close();
  }
}

const AROUND = 60;

function differenceOf({ body: one }: Received, { body: other, status }: Received): string {
  if (status !== 200) return ` (${status})`;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const near = (text: Buffer) => text.subarray(Math.max(0, at - AROUND), at + AROUND).toString();
  return `: …${near(one)}… → …${near(other)}…`;
}
