import { crewMemberOf } from '@channel/auth';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { type GraphQLInputType, isEnumType, isInputObjectType, isListType, isNonNullType, isScalarType } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { schema } from '../schema.ts';
import { isPublicField } from '../shared/public-field.ts';
import { contextFor, NOW } from '../testing/context.ts';
import { type CrewScene, crewScene, EXCHANGE, LINK } from '../testing/crew.ts';
import { answer, refusal, run } from '../testing/run.ts';

let database: TestDatabase;
let scene: CrewScene;

beforeAll(async () => {
  database = await testDatabase();
  scene = await crewScene(database);
});
afterAll(() => database.drop());
beforeEach(() => database.db.crewSession.deleteMany());

const hours = (count: number) => new Date(NOW.getTime() + count * 3_600_000);
const anonymous = (now = NOW) => contextFor(database.db, null, { now });
const END =
  'mutation ($person: SafeInt!, $org: SafeInt!) { endCrewAccess(personId: $person, organizationId: $org) { access { sessions linkExpiresAt } } }';

describe('a personal link', () => {
  it('names its token after the hash sign, and only the hash is stored', async () => {
    const { url, expiresAt, access } = await scene.link();
    expect(url).toMatch(/^http:\/\/localhost:3000\/crew#[\w-]{43}$/);
    expect([expiresAt, access]).toEqual([hours(72).toISOString(), { linkExpiresAt: expiresAt, sessions: 0 }]);
    const rows = await database.db.$queryRaw<{ row: string }[]>`SELECT l::text AS row FROM crew_link l`;
    expect(rows.map(({ row }) => row).join()).not.toContain(scene.tokenOf({ url }));
  });

  it('is exchanged once, by one of many concurrent exchanges', async () => {
    const token = scene.tokenOf(await scene.link());
    const context = await anonymous();
    const results = await Promise.all(Array.from({ length: 5 }, () => run(EXCHANGE, { token }, context)));
    expect(results.filter(({ data }) => data !== null)).toHaveLength(1);
    expect(results.flatMap(({ errors }) => errors.map(({ code }) => code))).toEqual(Array(4).fill('NOT_FOUND'));
    expect(await database.db.crewSession.count()).toBe(1);
  });

  it('ends when it expires, when it is replaced, and when its access ends', async () => {
    const expired = scene.tokenOf(await scene.link());
    expect(await refusal(EXCHANGE, { token: expired }, await anonymous(hours(72)))).toMatchObject({
      code: 'NOT_FOUND',
    });
    const replaced = scene.tokenOf(await scene.link());
    const ended = scene.tokenOf(await scene.link());
    expect(await refusal(EXCHANGE, { token: replaced }, await anonymous())).toMatchObject({ code: 'NOT_FOUND' });
    await answer(END, { person: scene.ann.id, org: scene.home }, scene.context);
    expect(await refusal(EXCHANGE, { token: ended }, await anonymous())).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('cannot be guessed: the guesses of an address are throttled', async () => {
    const context = { ...(await anonymous()), address: '203.0.113.7' };
    context.settings = { ...context.settings, loginFailuresPerAddress: 3 };
    const token = 'x'.repeat(43);
    const codes = [];
    for (let nth = 0; nth < 4; nth += 1) codes.push((await refusal(EXCHANGE, { token }, context)).code);
    expect(codes).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND', 'TOO_MANY_REQUESTS']);
  });

  it('is created by staff who dispatch, for people who drive or guide, and audited', async () => {
    const { make, home, ann } = scene;
    const of = { person: ann.id, org: home };
    const reader = await contextFor(database.db, (await make.userWith(['console.access'])).id);
    expect(await refusal(LINK, of, reader)).toMatchObject({ code: 'FORBIDDEN' });
    const driver = await contextFor(database.db, ann.id);
    expect(await refusal(LINK, of, driver)).toMatchObject({ code: 'NOT_FOUND' });
    const clerk = await make.userWith(['console.access']);
    expect(await refusal(LINK, { ...of, person: clerk.id }, scene.context)).toMatchObject({ code: 'CONFLICT' });
    const lines = await database.db.auditEntry.findMany({
      where: { entityId: ann.id, action: { startsWith: 'crew.' } },
    });
    expect(new Set(lines.map(({ action }) => action))).toEqual(
      new Set(['crew.create-link', 'crew.open-session', 'crew.end-access']),
    );
    expect(JSON.stringify(lines.map(({ before, after }) => [before, after]))).not.toMatch(/[\w-]{43}/);
  });
});

describe('a session', () => {
  it('has a cookie for the page of the crew alone', async () => {
    const { setCookie } = await scene.session();
    expect(setCookie).toMatch(
      /^channel_crew=[\w-]{43}; Path=\/crew; Expires=Wed, 01 Jul 2026 10:00:00 GMT; HttpOnly; SameSite=Strict$/,
    );
  });

  it.each<[string, () => Promise<unknown>, number]>([
    ['it expires', async () => {}, 720],
    ['staff end it', () => answer(END, { person: scene.ben.id, org: scene.home }, scene.context), 0],
    [
      'the person is disabled',
      () => database.db.user.update({ where: { id: scene.ben.id }, data: { disabledAt: NOW } }),
      0,
    ],
    ['the person leaves', () => database.db.userRole.deleteMany({ where: { userId: scene.ben.id } }), 0],
  ])('ends when %s', async (_when, end, after) => {
    const { cookie } = await scene.session(scene.ben.id);
    const memberAt = (now: Date) => crewMemberOf(database.db, cookie, now, false);
    const roles = await database.db.userRole.findMany({ where: { userId: scene.ben.id } });
    expect(await memberAt(hours(719))).toMatchObject({ userId: scene.ben.id, organizationId: scene.home });
    await end();
    expect(await memberAt(hours(after))).toBeNull();
    await database.db.user.update({ where: { id: scene.ben.id }, data: { disabledAt: null } });
    await database.db.userRole.createMany({ data: roles, skipDuplicates: true });
  });

  it('ends by signing out', async () => {
    const { cookie, as } = await scene.session();
    expect(await answer('mutation { signOutCrew { isDone } }', {}, await as())).toEqual({ signOutCrew: true });
    expect(await crewMemberOf(database.db, cookie, NOW, false)).toBeNull();
  });
});

/** A literal that a type accepts. */
function literal(type: GraphQLInputType): string {
  if (isNonNullType(type)) return literal(type.ofType);
  if (isListType(type)) return '[]';
  if (isEnumType(type)) return type.getValues()[0]?.name ?? '';
  if (isInputObjectType(type)) {
    const required = Object.values(type.getFields()).filter((field) => isNonNullType(field.type));
    return `{ ${required.map(({ name, type: inner }) => `${name}: ${literal(inner)}`).join(', ')} }`;
  }
  if (!isScalarType(type)) return '';
  const known: Record<string, string> = {
    Int: '1',
    SafeInt: '1',
    Float: '1',
    Boolean: 'true',
    Decimal: '1',
    Date: '"2026-06-01"',
    DateTime: '"2026-06-01T10:00:00Z"',
    LocalDateTime: '"2026-06-01T10:00:00"',
    LocalTime: '"10:00:00"',
  };
  return known[type.name] ?? '"1"';
}

const FOR_CREW = ['createOwnCrewCalendar', 'crewDay', 'setCrewStates', 'markCrewJobsSeen', 'signOutCrew', 'crewNews'];

const roots = [schema.getQueryType(), schema.getMutationType()].flatMap((type) => {
  if (!type) return [];
  const kind = type === schema.getQueryType() ? 'query' : 'mutation';
  return Object.values(type.getFields()).map((field): [string, string, typeof field] => [kind, field.name, field]);
});

describe('a session of the crew', () => {
  it.each(roots.filter(([, name, field]) => !isPublicField(field) && !FOR_CREW.includes(name)))(
    'may not run the %s %s',
    async (kind, name, field) => {
      const { as } = await scene.session();
      const args = field.args
        .filter(({ type }) => isNonNullType(type))
        .map((arg) => `${arg.name}: ${literal(arg.type)}`);
      const selection = 'getFields' in underlying(field.type) ? ' { __typename }' : '';
      const document = `${kind} { ${name}${args.length > 0 ? `(${args.join(', ')})` : ''}${selection} }`;
      expect((await refusal(document, {}, await as())).code).toBe('UNAUTHENTICATED');
    },
  );

  it('alone may run its own fields', async () => {
    expect(await refusal('{ crewDay { name } }', {}, scene.context)).toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await refusal('{ crewDay { name } }', {}, await anonymous())).toMatchObject({ code: 'UNAUTHENTICATED' });
    const { as } = await scene.session();
    expect(await answer('{ crewDay { jobs { id: jobId } } }', {}, await as())).toEqual({ crewDay: { jobs: [] } });
  });
});

function underlying(type: object): object {
  return 'ofType' in type ? underlying(type.ofType as object) : type;
}
