import type { Socket } from 'node:net';
import { hostOf } from '@channel/auth';
import { Lane, type Party, type ReleaseSlot, type Wait } from '@channel/lane';
import { DatabaseBusy, onShare } from '@channel/prisma';
import type { Settings } from '@channel/settings';
import type { FastifyRequest } from 'fastify';
import { organizationsOf, type Principal, principalKey } from './principal.ts';

/** The entry points that have their own connections; each is also the name of its share. */
export const SURFACES = ['api', 'console', 'graphql'] as const;
export type SurfaceName = (typeof SURFACES)[number];

/**
 * The connections of each surface: half for v1, three tenths for the console, the rest for GraphQL; at least one each.
 */
export function sharesOf({ databasePoolSize }: Pick<Settings, 'databasePoolSize'>): Record<SurfaceName, number> {
  const console = Math.max(1, Math.floor(databasePoolSize * 0.3));
  const graphql = Math.max(1, Math.floor(databasePoolSize * 0.2));
  return { api: Math.max(1, databasePoolSize - console - graphql), console, graphql };
}

/** The connection pools of a process: one for each surface; one for all surfaces if nothing is limited. */
export const poolsOf = (settings: Pick<Settings, 'databasePoolSize' | 'limitInProgress'>): Record<string, number> =>
  settings.limitInProgress ? sharesOf(settings) : { all: settings.databasePoolSize };

/** A request uses a connection for part of its time; this many requests keep one busy. */
const REQUESTS_OF_CONNECTION = 4;
/** Ordinary reads need little time for this many; with slow reads, the time limit takes effect first. */
const WAITING = 1_024;
const WAITING_HEAVY = 128;
/** Waiting anonymous requests; the rest is for logged-in callers. */
const WAITING_UNKNOWN = 384;
/**
 * Less than the wait for a connection: if none is released, queued requests are refused as soon as the one that waits
 * for it.
 */
const STALL_TIMEOUT_MS = 2_400;
const STALL_TIMEOUT_HEAVY_MS = 5_000;
/** Clients give up after about 30 s. */
const MAX_EXPECTED_WAIT_MS = 10_000;

const busy = () => new DatabaseBusy(undefined, 'The share of connections is busy, please try again');

/** The caller of a request that asks for a slot. */
export type Entrant = {
  /** Null for an anonymous client, undefined until it is known: then the address counts (the /64 network for IPv6). */
  actor?: Principal | null | undefined;
  /** The address of the client, if it is not the peer of the connection. */
  address?: string;
  /** The connection of the request. */
  socket: Pick<Socket, 'destroyed' | 'remoteAddress'>;
  /** Whether it is a read that may cost much; heavy reads run in their own lane. */
  isHeavy?: boolean;
  /** Whether its answer has begun; the rest of such an answer is not refused because others were queued before. */
  hasBegun?: boolean;
};

/** The client of a request that is not authenticated yet. */
export const clientOf = ({ ip, raw: { socket } }: Pick<FastifyRequest, 'ip' | 'raw'>): Entrant =>
  ip === socket.remoteAddress ? { socket } : { socket, address: ip };

/**
 * One entry point: its share of the connections, the number of its requests that run concurrently (in total, for one
 * caller and for one organization), and a lane for heavy reads, which leaves connections to the others. Anonymous
 * requests together have half of the slots: however many addresses send them, slots remain for logged-in callers.
 */
export class Surface {
  readonly name: SurfaceName;
  readonly #isLimited: boolean;
  /**
   * Maximum concurrent requests of one caller, of one organization and of all anonymous clients, and heavy reads of one
   * caller.
   */
  readonly #max: { caller: number; organization: number; unknown: number; heavy: number };
  readonly #ordinary: Lane;
  readonly #heavy: Lane;
  /** For authentication: one short statement for each request, before anything else is known of it. */
  readonly #preflights: Lane;

  /** @param isLimited whether requests wait for a slot; if false, all are admitted immediately */
  constructor(name: SurfaceName, connections: number, isLimited: boolean) {
    // Heavy GraphQL requests keep the single thread of this process busy; heavy requests of other surfaces keep
    // Postgres busy.
    const heavy = name === 'graphql' ? 1 : Math.max(1, Math.floor(connections / 2));
    this.name = name;
    this.#isLimited = isLimited;
    const slots = connections * REQUESTS_OF_CONNECTION;
    this.#max = {
      caller: Math.ceil(connections / 2),
      organization: Math.max(2, connections - 1),
      unknown: slots / 2,
      heavy: Math.max(1, heavy - 1),
    };
    const usual = { waiting: WAITING, stallTimeout: STALL_TIMEOUT_MS, maxExpectedWait: MAX_EXPECTED_WAIT_MS, busy };
    this.#ordinary = new Lane({ slots, ...usual });
    this.#preflights = new Lane({ slots: connections, ...usual });
    this.#heavy = new Lane({
      slots: heavy,
      waiting: WAITING_HEAVY,
      stallTimeout: STALL_TIMEOUT_HEAVY_MS,
      maxExpectedWait: MAX_EXPECTED_WAIT_MS,
      busy,
    });
  }

  /**
   * Runs work on the share of this surface as soon as its caller may have a slot. Work that holds a slot must not
   * request another one; `withoutSlot` releases the slot while it waits for something else. Reading a body and sending
   * an answer need no slot.
   *
   * @throws {DatabaseBusy} when no slot is free in time
   */
  run<Result>(entrant: Entrant, work: () => Promise<Result>): Promise<Result> {
    const writer = entrant.actor?.userId;
    if (!this.#isLimited) return onShare(this.name, work, { writer });
    if (entrant.actor === undefined) {
      const parties = [{ key: addressOf(entrant), max: Number.POSITIVE_INFINITY }];
      return this.#preflights.run({ socket: entrant.socket, parties }, (_releaseSlot, wait) =>
        onShare(this.name, work, { wait }),
      );
    }
    const parties = this.#partiesOf(entrant);
    const [{ key: caller }] = parties;
    const onOwnShare = (releaseSlot: ReleaseSlot, wait: Wait) =>
      onShare(this.name, work, { caller, writer, releaseSlot, wait });
    if (!entrant.isHeavy) return this.#ordinary.run({ ...entrant, parties }, onOwnShare);
    const ofHeavy = parties.map((party) => ({ ...party, max: Math.min(party.max, this.#max.heavy) }));
    // Heavy reads have no limit for an organization.
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
    return [
      { key: principalKey(actor), max: this.#max.caller },
      ...organizationsOf(actor).map((id) => ({ key: `organization ${id}`, max: this.#max.organization })),
    ];
  }
}

/** By connection, because all its requests have one peer and its address is costly to read. */
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
