import fc from 'fast-check';
import type { Served } from '../../src/testing/index.ts';
import { Caller } from './callers.ts';
import { Figures, isSuccess } from './figures.ts';
import { type Description, describedBy, type Operation } from './operations.ts';
import { type Plan, plansOf } from './plan.ts';
import { requestOf } from './request.ts';
import { type Walk, walks } from './steps.ts';
import { OrderWalk } from './walk.ts';

/*
 * Requests generated from the OpenAPI document: valid ones with values that the running server returned, and requests
 * with exactly one error. The test client rejects every answer that the document does not allow.
 */

/** The callers, with the relative frequency of their requests. `nobody` has no token. */
const CALLERS = { partner: 12, staff: 3, clerk: 3, outsider: 3, nobody: 1 };

/** Settings without rate limits. */
export const UNTHROTTLED = {
  LOGIN_FAILURES: '1000',
  LOGIN_FAILURES_PER_ADDRESS: '0',
  LOGIN_FAILURES_PER_NETWORK: '0',
};

/** Requests of each operation, and random life cycles of orders, in one round. */
const RUNS = 3;
const WALKS = 4;
/** Maximum number of attempts for an operation without a success. */
const MAX_TRIES = 8;

export type FuzzOptions = {
  /** Minimum number of requests. */
  requests: number;
  seed: number;
  /** Maximum number of further requests to shrink a failure; default 400. */
  shrinking?: number;
  /** Called after each round over all operations, with the number of requests so far. */
  between?: (requests: number) => Promise<void>;
};

/**
 * Sends random requests, the same ones for the same seed and server state.
 *
 * @throws with the seed and the smallest sequence of requests that fails, as shell commands
 */
export async function fuzz(target: Served, document: Description['document'], options: FuzzOptions): Promise<Figures> {
  const { requests, between = async () => {} } = options;
  const fuzzer = new Fuzzer(target, describedBy(document), options);
  await fuzzer.lookAround();
  while (fuzzer.figures.requests < requests) {
    await fuzzer.round();
    await between(fuzzer.figures.requests);
  }
  await fuzzer.reachTheRest();
  return fuzzer.figures;
}

class Fuzzer {
  readonly figures = new Figures();
  readonly #description: Description;
  readonly #callers: ReadonlyMap<string, Caller>;
  readonly #seed: number;
  readonly #shrinking: number;
  #checks = 0;

  constructor(target: Served, description: Description, { seed, shrinking = 400 }: FuzzOptions) {
    this.#description = description;
    this.#seed = seed;
    this.#shrinking = shrinking;
    const names = Object.keys(CALLERS);
    this.#callers = new Map(names.map((name) => [name, new Caller(name, target, description, this.figures)]));
  }

  async lookAround(): Promise<void> {
    for (const caller of this.#callers.values()) await caller.lookAround(this.#description.operations);
  }

  /** Sends requests of every operation, and some random life cycles of orders. */
  async round(): Promise<void> {
    const names = Object.entries(CALLERS).map(([name, weight]) => ({ weight, arbitrary: fc.constant(name) }));
    const who = fc.oneof(...names);
    for (const operation of this.#description.operations)
      await this.#check(RUNS, fc.tuple(who, plansOf(operation, this.#description)), this.#single);
    await this.#check(WALKS, walks(this.#description), this.#walk);
  }

  /** Tries the operations without a success again, because a few random requests may all have failed. */
  async reachTheRest(): Promise<void> {
    const { operations } = this.#description;
    for (let tries = 0; tries < MAX_TRIES; tries += 1)
      for (const operation of operations.filter(({ name }) => this.figures.unreached.includes(name))) {
        await this.#callerOf('partner').logIn(operations);
        const valid = plansOf(operation, this.#description).map(({ drawn }): [string, Plan] => [
          'partner',
          { operation, drawn: { ...drawn, change: 'none', headers: {} } },
        ]);
        await this.#check(1, valid, this.#single);
      }
  }

  #callerOf = (name: string) => this.#callers.get(name) as Caller;

  #single = async ([name, drawn]: [string, Plan]): Promise<void> => {
    const caller = this.#callerOf(name);
    const others = [...this.#callers.values()].filter((other) => other !== caller).map(({ pool }) => pool);
    const { status } = await caller.send(requestOf(drawn, caller.pool, others));
    this.figures.drawn.add(isSuccess(status));
  };

  #walk = async (drawn: Walk): Promise<void> => {
    const find = (name: string) => this.#description.operations.find((each) => each.name === name) as Operation;
    const isBooked = await new OrderWalk(this.#callerOf, drawn.seller, find).take(drawn);
    if (isBooked) this.figures.walks += 1;
  };

  /** Runs a property and shrinks a failure, with the known values of the server frozen. */
  async #check<Drawn>(
    runs: number,
    arbitrary: fc.Arbitrary<Drawn>,
    run: (drawn: Drawn) => Promise<void>,
  ): Promise<void> {
    const { figures } = this;
    let failedAt = Number.POSITIVE_INFINITY;
    let trail = '';
    const property = fc.asyncProperty(arbitrary, async (drawn) => {
      if (figures.requests > failedAt + this.#shrinking) return;
      figures.trail = [];
      try {
        await run(drawn);
      } catch (error) {
        failedAt = Math.min(failedAt, figures.requests);
        trail = figures.trail.join('\n');
        for (const { pool } of this.#callers.values()) pool.isFrozen = true;
        throw error;
      }
    });
    this.#checks += 1;
    // A prime factor, so that runs with neighbouring seeds draw different values.
    const seed = (this.#seed * 7_919 + this.#checks) % 2 ** 31;
    const { failed, errorInstance, numShrinks } = await fc.check(property, { numRuns: runs, seed });
    if (!failed) return;
    const reason = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
    throw new Error(`FUZZ_SEED=${this.#seed}, made smaller ${numShrinks} times: ${reason}\n${trail}`, {
      cause: errorInstance,
    });
  }
}
