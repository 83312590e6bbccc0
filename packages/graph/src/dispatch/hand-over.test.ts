import { clock, day, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextFor } from '../testing/context.ts';
import { type DispatchScene, dispatchScene } from '../testing/dispatch.ts';
import { answer, refusal } from '../testing/run.ts';
import { MAX_GROUPS } from './hand-over.ts';

const HAND_OVER = /* GraphQL */ `
  query ($personId: SafeInt!, $from: Date!, $to: Date!) {
    handOver(personId: $personId, from: $from, to: $to) {
      person { id: databaseId }
      groups { id: groupId jobs { id: jobId personId } suggested { id: databaseId } }
      substitutes { person { id: databaseId } free busy clashes { kind severity text jobs { id: jobId } } jobs }
    }
  }
`;
const CHECK = `query ($moves: [DispatchMoveInput!]!) { clashes: assignmentClashes(moves: $moves) { kind severity text } }`;

type Finding = { kind: string; severity: string; text: string; jobs: { id: string }[] };
type Substitute = { person: { id: number }; free: string[]; busy: string[]; clashes: Finding[]; jobs: number };
type HandOver = {
  groups: { id: string; jobs: { id: string; personId: number | null }[]; suggested: { id: number } | null }[];
  substitutes: Substitute[];
};

let database: TestDatabase;
let scene: DispatchScene;

beforeAll(async () => {
  database = await testDatabase();
  scene = await dispatchScene(database);
});
afterAll(() => database.drop());

async function handedOver(personId: number, from: string, to = from, as = scene.context) {
  const { handOver } = await answer<{ handOver: HandOver }>(HAND_OVER, { personId, from, to }, as);
  return { ...handOver, of: (id: number) => handOver.substitutes.find(({ person }) => person.id === id) };
}

describe('handing jobs over', () => {
  it('says who is free for each job, and why somebody is not, as the check before assigning does', async () => {
    const { ann, ben, make, context } = scene;
    const on = scene.freshDay();
    const [early, late] = [await scene.order(on, '09:00', ann.id), await scene.order(on, '15:00', ann.id)];
    await scene.order(on, '09:10', ben.id);
    const off = await make.userWith(['transfers.drive']);
    const home = await make.home();
    const absence = {
      startsAtLocal: new Date(`${on}T12:00:00Z`),
      endsAtLocal: new Date(`${on}T20:00:00Z`),
      reason: '',
    };
    await database.db.absence.create({ data: { organizationId: home.id, userId: off.id, ...absence } });
    const guide = await make.userWith(['tours.guide']);
    const found = await handedOver(ann.id, on);
    expect(found.groups.map(({ id }) => id)).toEqual([`pickup:${early.id}`, `pickup:${late.id}`]);
    expect(found.of(ben.id)).toMatchObject({ free: [`pickup:${late.id}`], busy: [`pickup:${early.id}`], jobs: 1 });
    expect(found.of(off.id)).toMatchObject({ free: [`pickup:${early.id}`], busy: [`pickup:${late.id}`] });
    expect(found.of(guide.id)).toBeUndefined();
    expect(found.of(ann.id)).toBeUndefined();
    for (const { person, clashes } of found.substitutes)
      for (const { kind, severity, text, jobs } of clashes) {
        const id = Number(
          jobs
            .map((job) => job.id)
            .find((job) => found.groups.some((group) => group.id === job))
            ?.slice(7),
        );
        const moves = [{ orderId: id, task: 'pickup', personId: person.id }];
        const checked = await answer<{ clashes: object[] }>(CHECK, { moves }, context);
        expect(checked.clashes).toContainEqual({ kind, severity, text });
      }
    expect(found.of(off.id)?.clashes).toMatchObject([{ kind: 'absence', severity: 'absent' }]);
  });

  it('leaves out the jobs that are over', async () => {
    const { ann, context } = scene;
    const on = scene.freshDay();
    await scene.order(on, '09:00', ann.id);
    const [going, untimed] = [await scene.order(on, '11:50', ann.id), await scene.order(on, null, ann.id)];
    const noon = { ...context, now: new Date(`${on}T10:00:00Z`) };
    const ids = [`pickup:${going.id}`, `pickup:${untimed.id}`];
    expect((await handedOver(ann.id, on, on, noon)).groups.map(({ id }) => id).sort()).toEqual(ids.sort());
    const evening = { ...context, now: new Date(`${on}T20:00:00Z`) };
    expect((await handedOver(ann.id, on, on, evening)).groups.map(({ id }) => id)).toEqual([ids[1]]);
  });

  it('does not count what nobody could do better', async () => {
    const { ann, ben, make } = scene;
    const on = scene.freshDay();
    const departure = { date: day(on), startTime: clock('10:00') };
    const offer = await make.offer([], { departure });
    const late = await make.order({ offer, pickup: { date: day(on), time: clock('11:00'), driverId: ann.id } });
    const { of, groups } = await handedOver(ann.id, on);
    expect(of(ben.id)).toMatchObject({ free: [`pickup:${late.id}`], clashes: [] });
    expect(groups[0]?.suggested).not.toBeNull();
    const moves = [{ orderId: late.id, task: 'pickup', personId: ben.id }];
    const checked = await answer<{ clashes: object[] }>(CHECK, { moves }, scene.context);
    expect(checked.clashes).toMatchObject([{ kind: 'travel', severity: 'impossible' }]);
  });

  it('suggests people who can do all that they are suggested for', async () => {
    const { ann, ben } = scene;
    const on = scene.freshDay();
    await scene.order(on, '09:00', ann.id);
    await scene.order(on, '09:05', ann.id);
    await scene.order(on, '09:10', ann.id);
    const { groups, substitutes } = await handedOver(ann.id, on);
    const free = substitutes.filter(({ free: some }) => some.length === 3).map(({ person }) => person.id);
    expect(free).toContain(ben.id);
    const suggested = groups.flatMap((group) => group.suggested?.id ?? []);
    // Each of them is free for each of the three jobs, but nobody can do two.
    expect(new Set(suggested).size).toBe(suggested.length);
    expect(suggested).toHaveLength(Math.min(3, free.length));
  });

  it('hands a departure over as one, and keeps what is drafted until it is published', async () => {
    const { ann, ben, make } = scene;
    const on = scene.freshDay();
    const departure = { date: day(on), startTime: clock('10:00'), endTime: clock('12:00') };
    const offer = await make.offer([], { departure });
    const first = await make.order({ offer, tourGuideId: ann.id });
    const second = await make.order({ offer, tourGuideId: ann.id });
    const both = [`guide:${first.id}`, `guide:${second.id}`];
    const before = await handedOver(ann.id, on);
    expect(before.groups.map(({ jobs }) => jobs.map(({ id }) => id))).toEqual([both]);
    expect(before.groups[0]?.suggested).not.toBeNull();
    await scene.drafted([first, second].map(({ id }) => ({ orderId: id, task: 'guide', personId: ben.id })));
    const after = await handedOver(ann.id, on);
    expect(after.groups).toMatchObject([{ jobs: both.map((id) => ({ id, personId: ben.id })), suggested: null }]);
    // The draft counts: another job at that time no longer fits.
    const other = await scene.order(on, '10:30', ann.id);
    expect((await handedOver(ann.id, on)).of(ben.id)?.busy).toEqual([`pickup:${other.id}`]);
    // And what is drafted to nobody is compared all the same.
    await scene.drafted([{ orderId: other.id, task: 'pickup', personId: null }]);
    expect((await handedOver(ann.id, on)).of(ben.id)?.busy).toEqual([`pickup:${other.id}`]);
    await scene.clear();
  });

  it('refuses too many days and jobs, people of others, and viewers who are not staff', async () => {
    const { ann, make, context } = scene;
    const on = scene.freshDay();
    const of = (from: string, to: string, personId = ann.id) => ({ personId, from, to });
    expect(await refusal(HAND_OVER, of('2026-06-01', '2026-07-02'), context)).toMatchObject({
      fields: [{ path: ['to'] }],
    });
    for (let index = 0; index <= MAX_GROUPS; index += 1) await scene.order(on, '08:00', ann.id);
    expect(await refusal(HAND_OVER, of(on, on), context)).toMatchObject({ fields: [{ path: ['to'] }] });
    const elsewhere = await make.userWith(['orders.view-all', 'console.access'], {
      organizationId: (await make.organization()).id,
    });
    const foreign = await contextFor(database.db, elsewhere.id);
    expect(await refusal(HAND_OVER, of(on, on), foreign)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refusal(HAND_OVER, of(on, on), await contextFor(database.db, ann.id))).toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
