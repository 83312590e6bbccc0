import { type Actor, isUsableFrom, type Login, readLogin, tokenKey } from '@channel/auth';
import type { PresumedActor } from '@channel/graph';
import type { PrismaClient } from '@channel/prisma';
import { LRUCache } from 'lru-cache';

/** Logins that a process remembers, and the maximum of their actors' JSON in bytes; in memory it is three times that. */
const MAX_LOGINS = 500;
const MAX_BYTES = 4_000_000;

/** The login of one request, presumed from an earlier request with the same access token. */
export class PresumedLogin implements PresumedActor {
  readonly #login: Login;
  /** The process no longer presumes the login. */
  readonly forget: () => void;
  isConfirmed: boolean | undefined;

  constructor(login: Login, forget: () => void) {
    this.#login = login;
    this.forget = forget;
  }

  get actor(): Actor {
    return this.#login.actor;
  }

  get tokenId(): number {
    return this.#login.tokenId;
  }

  get tokenHash(): Uint8Array {
    return this.#login.tokenHash;
  }

  compare(actorJson: Buffer | null): boolean {
    this.isConfirmed = actorJson?.equals(this.#login.actorJson) ?? false;
    if (!this.isConfirmed) this.forget();
    return this.isConfirmed;
  }
}

/** The token of a request, and the address of its client. */
type Bearer = { token: string | null; address: string };

/**
 * Tokens that were valid a moment ago. A read with such a token begins at once, and its statement confirms the
 * token and the rights of its user, which saves a statement for each read. An answer is only sent for a confirmed
 * login, so that a revoked token and changed rights take effect at once, in every process.
 */
export class PresumedLogins {
  readonly #db: PrismaClient;
  readonly #clock: () => Date;
  readonly #known = new LRUCache<string, Login>({
    max: MAX_LOGINS,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ actorJson }) => actorJson.length,
  });

  constructor(db: PrismaClient, clock: () => Date) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Undefined for a token that was not read before, or that may not be used from this address. */
  presume({ token, address }: Bearer): PresumedLogin | undefined {
    const key = tokenKey(token);
    const login = key === null ? undefined : this.#known.get(key);
    if (key === null || !login || !isUsableFrom(this.#db, login, this.#clock(), address)) return undefined;
    return new PresumedLogin(login, () => this.#known.delete(key));
  }

  /** Whether a presumed login is still right, by a statement of its own. */
  async confirm(login: PresumedLogin, bearer: Bearer): Promise<boolean> {
    return login.compare((await this.#read(bearer))?.actorJson ?? null);
  }

  /** The actor of a valid token, from the database; null for a token that is not valid. */
  async read(bearer: Bearer): Promise<Actor | null> {
    return (await this.#read(bearer))?.actor ?? null;
  }

  async #read({ token, address }: Bearer): Promise<Login | null> {
    const login = await readLogin(this.#db, token, this.#clock(), address);
    const key = tokenKey(token);
    if (login && key !== null) this.#known.set(key, login);
    return login;
  }
}
