import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { getNamedType, isInputObjectType, isObjectType, parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Work } from '../context.ts';
import { executeOperation } from '../execute.ts';
import { schema } from '../schema.ts';
import { everyDocument } from '../testing/every-document.ts';
import { answer, run } from '../testing/run.ts';
import { type StaffScene, staffScene } from '../testing/staff.ts';
import type { UserErrorShape } from './user-error.ts';

let database: TestDatabase;
let scene: StaffScene;
beforeAll(async () => {
  database = await testDatabase();
  scene = await staffScene(database.db);
});
afterAll(() => database.drop());

const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
const ERRORS = 'userErrors { code path message version }';

type Answered = { role: { role: { name: string } } | null; userErrors: UserErrorShape[] };

const CREATE = (selection: string) => {
  const condition = selection.includes('$isIncluded') ? ', $isIncluded: Boolean = true' : '';
  return `mutation ($organizationId: SafeInt!, $input: RoleInput!${condition}) {
    made: createRole(organizationId: $organizationId, input: $input) { ${selection} } }`;
};

const create = async (selection: string, input: object, more: object = {}) =>
  run<{ made: Answered }>(CREATE(selection), { organizationId: scene.home, input, ...more }, await scene.as('admin'));

describe('the payload of a mutation', () => {
  it.each(mutations)('$name has the result or null, and the refusals', ({ name, type }) => {
    const payload = getNamedType(type);
    expect(String(type)).toBe(`${name.charAt(0).toUpperCase()}${name.slice(1)}Payload!`);
    const fields = isObjectType(payload) ? Object.values(payload.getFields()) : [];
    expect(fields.map((field) => String(field.type).endsWith('!'))).toEqual([false, true]);
    expect(String(fields[1]?.type)).toBe('[UserError!]!');
  });

  it('has the result and no refusal where the change was made, also where only the refusals are selected', async () => {
    const { data } = await create(`role { role { name } } ${ERRORS}`, { name: 'Made' });
    expect(data?.made).toEqual({ role: { role: { name: 'Made' } }, userErrors: [] });
    const { data: only } = await run<{ made: Answered }>(
      CREATE(`${ERRORS} __typename`),
      { organizationId: scene.home, input: { name: 'Also made' } },
      await scene.as('admin'),
    );
    expect(only?.made).toEqual({ userErrors: [], __typename: 'CreateRolePayload' });
    expect(await database.db.role.count({ where: { name: { in: ['Made', 'Also made'] } } })).toBe(2);
  });

  it('has each refused value with its path from the argument on, and changes nothing', async () => {
    const before = await database.db.role.count();
    const { data, errors } = await create(`role { role { name } } ${ERRORS}`, {
      name: '',
      permissions: ['console.access', 'nothing'],
    });
    expect(errors).toEqual([]);
    expect(data?.made).toEqual({
      role: null,
      userErrors: [
        {
          code: 'VALIDATION',
          path: ['input', 'name'],
          message: 'must be a text of 1 to 100 characters.',
          version: null,
        },
        {
          code: 'VALIDATION',
          path: ['input', 'permissions', '1'],
          message: 'does not exist or is not available to you.',
          version: null,
        },
      ],
    });
    expect(await database.db.role.count()).toBe(before);
  });

  it('begins the paths of an order with the argument too, whose members stand at the top of a body of v1', async () => {
    const { id } = await scene.make.order({ organizationId: scene.home });
    const input = { leader: { email: 'nobody' } };
    const text = (selection: string) => `mutation ($id: String!, $input: OrderUpdateInput!) {
      made: updateOrder(reference: $id, input: $input) { order { version } ${selection} } }`;
    const staff = await scene.as('admin');
    const { data } = await run<{ made: Answered }>(text(ERRORS), { id: `${id}`, input }, staff);
    expect(data?.made.userErrors.map(({ path }) => path)).toEqual([['input', 'leader', 'email']]);
    const { errors } = await run(text(''), { id: `${id}`, input }, staff);
    expect(errors[0]?.fields?.map(({ path }) => path)).toEqual([['leader', 'email']]);
  });

  it('has the current version of what was changed meanwhile', async () => {
    const { id } = await scene.make.order({ organizationId: scene.home, version: 4 });
    const { data } = await run<{ made: Answered }>(
      `mutation ($id: String!) { made: updateOrder(reference: $id, input: {}, versions: [3]) { ${ERRORS} __typename } }`,
      { id: `${id}` },
      await scene.as('admin'),
    );
    expect(data?.made.userErrors).toMatchObject([{ code: 'PRECONDITION_FAILED', path: [], version: 4 }]);
  });

  it('has its texts in the language of the request', async () => {
    const { data } = await run<{ made: Answered }>(
      `mutation { made: deleteSavedView(id: 999999) { ${ERRORS} __typename } }`,
      {},
      { ...(await scene.as('admin')), sentenceLang: 'nl' },
    );
    expect(data?.made.userErrors).toMatchObject([{ message: 'Opgeslagen weergave niet gevonden.' }]);
  });
});

describe('a refusal', () => {
  it.each([
    ['is not selected', 'role { role { name } }', {}],
    [
      'is skipped',
      `role { role { name } } ${ERRORS.replace(' {', ' @include(if: $isIncluded) {')}`,
      { isIncluded: false },
    ],
    [
      'is skipped with its fragment',
      `role { role { name } } ... @skip(if: true) { ${ERRORS} } ... on CreateRolePayload @include(if: $isIncluded) { ${ERRORS} }`,
      { isIncluded: false },
    ],
  ])('is an error of the operation where it %s', async (_case, selection, more) => {
    const { data, errors } = await create(selection, { name: '' }, more);
    expect(data).toBeNull();
    expect(errors).toMatchObject([{ code: 'VALIDATION', fields: [{ path: ['input', 'name'] }] }]);
  });

  it('is data where it is selected in a fragment', async () => {
    const { data, errors } = await create(`role { role { name } } ... @include(if: $isIncluded) { e: ${ERRORS} }`, {
      name: '',
    });
    expect(errors).toEqual([]);
    expect(data?.made).toMatchObject({ role: null, e: [{ path: ['input', 'name'] }] });
  });

  it('does not end the mutations after it, and is noted as no change', async () => {
    const noted: string[] = [];
    const work: Work = {
      signal: new AbortController().signal,
      objects() {},
      bytes() {},
      refused: (key, { code }) => noted.push(`${key} ${code}`),
    };
    const { data } = await run<Record<string, Answered>>(
      `mutation ($home: SafeInt!) {
        one: createRole(organizationId: $home, input: { name: "" }) { ${ERRORS} role { members } }
        two: createRole(organizationId: $home, input: { name: "After" }) { ${ERRORS} role { members } } }`,
      { home: scene.home },
      { ...(await scene.as('admin')), work },
    );
    expect([data?.one?.userErrors.length, data?.two?.userErrors.length]).toEqual([1, 0]);
    expect(noted).toEqual(['one VALIDATION']);
  });

  it('for missing scopes, for nobody signed in and for a defect stays an error', async () => {
    const admin = await scene.as('admin');
    const actor = admin.actor && { ...admin.actor, service: { scopes: ['orders:read'], addressRanges: [] } };
    const text = `mutation { deleteSavedView(id: 1) { ${ERRORS} } }`;
    for (const limited of [
      { ...admin, actor },
      { ...admin, actor: null },
    ]) {
      const { data, errors } = await executeOperation(parse(text), {}, limited);
      expect([data, errors?.length]).toEqual([null, 1]);
    }
    const broken = new Proxy(admin.db, {
      get() {
        throw new Error('broken');
      },
    });
    const { data, errors } = await executeOperation(parse(text), {}, { ...admin, db: broken });
    expect([data, errors?.[0]?.message]).toEqual([null, 'broken']);
  });

  /** What an operation says of a refusal, as data and as an error. */
  const bothWays = async (text: string, variables: object) => {
    const said = await executeOperation(
      parse(text.replace('__typename', ERRORS)),
      { ...variables },
      await scene.as('admin'),
    );
    const thrown = await executeOperation(parse(text), { ...variables }, await scene.as('admin'));
    return { said, thrown };
  };

  it.each(everyDocument(schema, 'mutation'))('by $field is the same as data', async ({ field, text, variables }) => {
    const known = mutations.find(({ name }) => name === field)?.args.map(({ name }) => name);
    const { said, thrown } = await bothWays(text, variables);
    const [payload] = Object.values(said.data ?? {}) as Answered[];
    const [error] = thrown.errors ?? [];
    if (said.errors) return expect(said.errors[0]?.message).toBe(error?.message);
    const { userErrors = [] } = payload ?? {};
    // Without an error the first way has made the change, and the second one may be refused for it.
    if (userErrors.length === 0) return;
    const { code, fields } = error?.extensions ?? {};
    expect(new Set(userErrors.map((each) => each.code))).toEqual(new Set([code]));
    if (Array.isArray(fields))
      expect(userErrors.map(({ message }) => message)).toEqual(fields.map(({ message }) => message));
    else expect(userErrors.map(({ message }) => message)).toEqual([error?.message]);
    for (const { path } of userErrors) if (path.length > 0) expect(known, path.join('.')).toContain(path[0]);
  });

  it('is found by these documents for most mutations', async () => {
    let refused = 0;
    for (const { text, variables } of everyDocument(schema, 'mutation')) {
      const { said } = await bothWays(text, variables);
      const [payload] = Object.values(said.data ?? {}) as Answered[];
      if (payload && payload.userErrors.length > 0) refused += 1;
    }
    expect(refused).toBeGreaterThan(mutations.length / 2);
  });

  it('has one path: no argument beside `input` is called like a member of it', () => {
    const ambiguous = mutations.flatMap(({ name, args }) => {
      const input = args.find((arg) => arg.name === 'input');
      const type = input && getNamedType(input.type);
      const members = isInputObjectType(type) ? Object.keys(type.getFields()) : [];
      return args.filter((arg) => members.includes(arg.name)).map((arg) => `${name}.${arg.name}`);
    });
    expect(ambiguous).toEqual([]);
  });
});

it('answers with results out of their payloads in tests', async () => {
  const text =
    'mutation ($home: SafeInt!) { made: createRole(organizationId: $home, input: { name: "Seen" }) { role { members } } }';
  expect(await answer(text, { home: scene.home }, await scene.as('admin'))).toEqual({ made: { members: 0 } });
});
