import { type Actor, isTokenOf, type Login, readLogin, tokenIdOf } from '@channel/auth';
import type { Context } from '@channel/graph';
import type { PrismaClient } from '@channel/prisma';
import { LRUCache } from 'lru-cache';

/** Logins that a process remembers; one takes a few kilobytes. */
const MAX_LOGINS = 500;

/** The login of one request, presumed from an earlier request with the same access token. */
export class PresumedLogin implements NonNullable<Context['presumed']> {
  readonly #login: Login;
  readonly #forget: () => void;
  /** Undefined until it was compared. */
  isRight: boolean | undefined;

  constructor(login: Login, forget: () => void) {
    this.#login = login;
    this.#forget = forget;
  }

  get actor(): Actor {
    return this.#login.actor;
  }

  get tokenId(): number {
    return this.#login.tokenId;
  }

  compare(actorJson: Buffer | null): boolean {
    this.isRight = actorJson?.equals(this.#login.actorJson) ?? false;
    if (!this.isRight) this.#forget();
    return this.isRight;
  }
}

/**
 * Access tokens that were valid a moment ago. A read with such a token begins at once, and its statement confirms the
 * token and the rights of its user, which saves a statement for each read. An answer is only sent for a confirmed
 * login, so that a revoked token and changed rights take effect at once, in every process.
 */
export class PresumedLogins {
  readonly #db: PrismaClient;
  readonly #clock: () => Date;
  readonly #known = new LRUCache<number, Login>({ max: MAX_LOGINS });

  constructor(db: PrismaClient, clock: () => Date) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Undefined for a token that was not read before. */
  presume(accessToken: string | null): PresumedLogin | undefined {
    const id = tokenIdOf(accessToken);
    const login = id === null ? undefined : this.#known.get(id);
    if (id === null || !login || !isTokenOf(login, accessToken)) return undefined;
    return new PresumedLogin(login, () => this.#known.delete(id));
  }

  /** Whether a presumed login is right, by a statement of its own. */
  async confirm(login: PresumedLogin, accessToken: string | null): Promise<boolean> {
    return login.compare((await readLogin(this.#db, accessToken, this.#clock()))?.actorJson ?? null);
  }

  /** The actor of a valid token, from the database; null for a token that is not valid. */
  async read(accessToken: string | null): Promise<Actor | null> {
    const login = await readLogin(this.#db, accessToken, this.#clock());
    if (login) this.#known.set(login.tokenId, login);
    return login?.actor ?? null;
  }
}
