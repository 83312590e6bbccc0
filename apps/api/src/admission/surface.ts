import type { Socket } from 'node:net';
import { type Actor, hostOf } from '@channel/auth';
import { type Aside, Lane, type Party } from '@channel/lane';
import { DatabaseBusy, onShare } from '@channel/prisma';
import type { Settings } from '@channel/settings';

/** The entry points that have connections of their own; each is also the name of its share. */
export const SURFACES = ['api', 'console', 'graphql'] as const;
export type SurfaceName = (typeof SURFACES)[number];

/** The connections of each surface: half for v1, three tenths for the console, the rest for GraphQL, at least one each. */
export function sharesOf({ databasePoolSize }: Pick<Settings, 'databasePoolSize'>): Record<SurfaceName, number> {
  const console = Math.max(1, Math.floor(databasePoolSize * 0.3));
  const graphql = Math.max(1, Math.floor(databasePoolSize * 0.2));
  return { api: Math.max(1, databasePoolSize - console - graphql), console, graphql };
}

/** The pools of connections of a process: one of each surface; one for all where nothing is limited. */
export const poolsOf = (settings: Pick<Settings, 'databasePoolSize' | 'limitInProgress'>): Record<string, number> =>
  settings.limitInProgress ? sharesOf(settings) : { all: settings.databasePoolSize };

/** A request uses a connection for a part of its time: so many keep one busy. */
const REQUESTS_OF_CONNECTION = 4;
/** Usual reads need little time for so many; before slow ones, time is the closer bound. */
const WAITING = 1_024;
const WAITING_HEAVY = 128;
/** Of requests of nobody: they leave room to those who are logged in. */
const WAITING_UNKNOWN = 384;
/** Less than a connection is waited for: where none comes, who waits behind is refused as soon as who waits for it. */
const PATIENCE_MS = 2_400;
const PATIENCE_HEAVY_MS = 5_000;
/** Clients give up after some 30 s. */
const LONGEST_MS = 10_000;

const busy = () => new DatabaseBusy(undefined, 'The share of connections is busy, please try again');

/** Who is let in. */
export type Entrant = {
  /** Null for nobody, undefined while that is looked up: then the address counts (of IPv6 its /64). */
  actor?: Actor | null | undefined;
  /** From where the request comes, where that is not the peer of its connection. */
  address?: string;
  /** The connection that the request came on. */
  socket: Pick<Socket, 'destroyed' | 'remoteAddress'>;
  /** Reads whose cost may be great; they run in a lane of their own. */
  isHeavy?: boolean;
  /** The rest of an answer that has begun is not refused for those who came before it. */
  hasBegun?: boolean;
};

/**
 * One entry point: its share of the connections, how many of its requests run at the same time in all, of one caller and
 * of one organization, and a lane for heavy reads, which leaves connections to the others. Requests of nobody have half of
 * the places together: however many addresses send them, they leave room to those who are logged in.
 */
export class Surface {
  readonly name: SurfaceName;
  readonly #isLimited: boolean;
  /**
   * Requests at the same time of one caller, of one organization and of all who are not logged in, and heavy reads of one
   * caller.
   */
  readonly #max: { caller: number; organization: number; unknown: number; heavy: number };
  readonly #ordinary: Lane;
  readonly #heavy: Lane;
  /** For finding out who asks: one short statement each, before which nothing else of the request can be told. */
  readonly #preflights: Lane;

  /** @param isLimited whether anything is kept waiting; else all of it is let in */
  constructor(name: SurfaceName, connections: number, isLimited: boolean) {
    // What is heavy in GraphQL is work of this process, which does one thing at a time; elsewhere it is that of Postgres.
    const heavy = name === 'graphql' ? 1 : Math.max(1, Math.floor(connections / 2));
    this.name = name;
    this.#isLimited = isLimited;
    const places = connections * REQUESTS_OF_CONNECTION;
    this.#max = {
      caller: Math.ceil(connections / 2),
      organization: Math.max(2, connections - 1),
      unknown: places / 2,
      heavy: Math.max(1, heavy - 1),
    };
    const usual = { waiting: WAITING, patience: PATIENCE_MS, longest: LONGEST_MS, busy };
    this.#ordinary = new Lane({ places, ...usual });
    this.#preflights = new Lane({ places: connections, ...usual });
    this.#heavy = new Lane({
      places: heavy,
      waiting: WAITING_HEAVY,
      patience: PATIENCE_HEAVY_MS,
      longest: LONGEST_MS,
      busy,
    });
  }

  /**
   * Runs work on the share of this surface, as soon as its caller may have a place. Nothing that runs at a place may ask
   * for another one; `withoutPlace` leaves it while something else is waited for. A body that is still to be read and an
   * answer that is being sent need none.
   *
   * @throws {DatabaseBusy} when there is no place in time
   */
  run<Result>(entrant: Entrant, work: () => Promise<Result>): Promise<Result> {
    if (!this.#isLimited) return onShare(this.name, work);
    if (entrant.actor === undefined) {
      const parties = [{ key: addressOf(entrant), max: Number.POSITIVE_INFINITY }];
      return this.#preflights.run({ ...entrant, parties }, () => onShare(this.name, work));
    }
    const parties = this.#partiesOf(entrant);
    const [{ key: caller }] = parties;
    const onOwnShare = (aside: Aside) => onShare(this.name, work, { caller, aside });
    if (!entrant.isHeavy) return this.#ordinary.run({ ...entrant, parties }, onOwnShare);
    const ofHeavy = parties.map((party) => ({ ...party, max: Math.min(party.max, this.#max.heavy) }));
    // Heavy reads of an organization are not counted together.
    return this.#heavy.run({ ...entrant, parties: entrant.actor ? ofHeavy.slice(0, 1) : ofHeavy }, onOwnShare);
  }

  #partiesOf(entrant: Entrant): [caller: Party, ...Party[]] {
    const { actor } = entrant;
    if (!actor) {
      return [
        { key: addressOf(entrant), max: this.#max.caller },
        { key: 'nobody', max: this.#max.unknown, waiting: WAITING_UNKNOWN },
      ];
    }
    const organizations = new Set(actor.roles.map(({ organizationId }) => organizationId));
    return [
      { key: `user ${actor.userId}`, max: this.#max.caller },
      ...[...organizations].map((id) => ({ key: `organization ${id}`, max: this.#max.organization })),
    ];
  }
}

/** By connection, whose requests have one peer: an address is costly to read. */
const peers = new WeakMap<Entrant['socket'], string>();

function addressOf({ socket, address }: Entrant): string {
  if (address !== undefined) return `address ${hostOf(address)}`;
  const known = peers.get(socket) ?? `address ${hostOf(socket.remoteAddress ?? '')}`;
  peers.set(socket, known);
  return known;
}

export type Surfaces = Readonly<Record<SurfaceName, Surface>>;

/** The surfaces of one process. */
export function createSurfaces(settings: Pick<Settings, 'databasePoolSize' | 'limitInProgress'>): Surfaces {
  const shares = sharesOf(settings);
  const of = (name: SurfaceName) => new Surface(name, shares[name], settings.limitInProgress);
  return { api: of('api'), console: of('console'), graphql: of('graphql') };
}
