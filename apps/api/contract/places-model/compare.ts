import type { Channel } from './channel.ts';
import { type Answer, apply, type Step, seen, type World } from './model.ts';
import { nextStep, type Random } from './steps.ts';

/** The result of a comparison. */
export type Figures = { operations: number; conflicts: number; rounds: number };

/** The channel has a state or an answer that the model does not allow. */
export class Different extends Error {}

/** One client takes steps; after each, the answer and the state must equal those of the model. */
export async function compareOneByOne(
  channel: Channel,
  start: World,
  random: Random,
  steps: number,
): Promise<{ world: World; figures: Figures }> {
  let world = start;
  const figures: Figures = { operations: 0, conflicts: 0, rounds: 0 };
  for (let index = 0; index < steps; index += 1) {
    const step = nextStep(world, random, `order ${index}`);
    const expected = apply(world, step);
    const answer = await channel.take(step);
    await expectSame(channel, [step], answer, expected.answer, seen(expected.world));
    world = expected.world;
    count(figures, step, answer);
  }
  return { world, figures };
}

async function expectSame(channel: Channel, steps: Step[], answer: Answer, expected: Answer, world: string) {
  const found = await channel.seen();
  if (answer === expected && found === world && (await channel.unbalanced()) === 0) return;
  throw new Different(
    `${JSON.stringify(steps)} → ${answer} (expected ${expected})\nfound\n${found}\nexpected\n${world}`,
  );
}

function count(figures: Figures, step: Step, answer: Answer): void {
  if (step.do === 'wait') return;
  figures.operations += 1;
  if (answer === 'conflict') figures.conflicts += 1;
}

type Taken = { step: Step; answer: Answer };

/**
 * Several clients take a few steps each, concurrently; then all of them wait. There must be a sequence of all steps, in
 * which each client's steps keep their order, with which the model gives the same answers and the same final state.
 */
export async function compareTogether(
  channel: Channel,
  start: World,
  random: Random,
  { rounds, clients, steps }: { rounds: number; clients: number; steps: number },
): Promise<{ world: World; figures: Figures }> {
  let world = start;
  const figures: Figures = { operations: 0, conflicts: 0, rounds };
  for (let round = 0; round < rounds; round += 1) {
    const planned = Array.from({ length: clients }, (_, who) =>
      Array.from({ length: steps }, (_none, index) => stepOfRound(world, random, `order ${round}.${who}.${index}`)),
    );
    const taken = await Promise.all(planned.map((own) => takeAll(channel, own)));
    const found = await channel.seen();
    const explained = explain(world, taken, found);
    if (!explained || (await channel.unbalanced()) > 0)
      throw new Different(
        `No sequence of these steps explains\n${found}\nfrom\n${seen(world)}\n${JSON.stringify(taken)}`,
      );
    for (const { step, answer } of taken.flat()) count(figures, step, answer);
    const wait: Step = { do: 'wait', minutes: random(world.holdMinutes) };
    await channel.take(wait);
    world = apply(explained, wait).world;
  }
  return { world, figures };
}

/** Without `wait`, because the clock does not advance during a round. */
function stepOfRound(world: World, random: Random, key: string): Step {
  const step = nextStep(world, random, key);
  return step.do === 'wait' ? { do: 'release' } : step;
}

async function takeAll(channel: Channel, steps: readonly Step[]): Promise<Taken[]> {
  const taken: Taken[] = [];
  for (const step of steps) taken.push({ step, answer: await channel.take(step) });
  return taken;
}

/** The final state of a sequence of the steps that equals the observed one; undefined if there is none. */
function explain(start: World, clients: readonly (readonly Taken[])[], found: string): World | undefined {
  const failed = new Set<string>();
  const search = (world: World, at: readonly number[]): World | undefined => {
    if (at.every((position, who) => position === clients[who]?.length))
      return seen(world) === found ? world : undefined;
    const state = `${at.join(' ')}\n${seen(world)}`;
    if (failed.has(state)) return undefined;
    for (const [who, position] of at.entries()) {
      const next = clients[who]?.[position];
      if (!next) continue;
      const { answer, world: after } = apply(world, next.step);
      if (answer !== next.answer) continue;
      const end = search(after, at.with(who, position + 1));
      if (end) return end;
    }
    failed.add(state);
    return undefined;
  };
  return search(
    start,
    clients.map(() => 0),
  );
}

/** Checks that every order can be cancelled, and that no place stays booked. */
export async function cancelAll(channel: Channel, world: World): Promise<void> {
  let rest = world;
  for (const key of world.orders.keys()) {
    const step: Step = { do: 'move', keys: [key], to: 'Cancelled' };
    const answer = await channel.take(step);
    rest = apply(rest, step).world;
    if (answer !== 'ok') throw new Different(`${key} cannot be cancelled.`);
  }
  await expectSame(channel, [], 'ok', 'ok', seen(rest));
  const left = (await channel.seen()).split('\n')[0];
  if (left !== `left ${world.capacities.join(' ')}`) throw new Different(`Places stay booked: ${left}`);
}
