import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { idOf, readManifest } from '../graphql/manifest.ts';
import { persistedDocuments } from '../graphql/persisted.ts';
import { registerOperations } from './register-operations.ts';

/* `npm run operations -- check` and `register`, called as by a tool in a repository of its own. */

const PROGRAM = join(import.meta.dirname, 'operations.ts');
const SDL = join(import.meta.dirname, '../../../../packages/graph/schema.graphql');

let home: string;
let deployed: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'channel-tool-'));
  deployed = join(home, 'deployed');
  mkdirSync(join(home, 'queries/parts'), { recursive: true });
  mkdirSync(deployed);
});
afterEach(() => rmSync(home, { recursive: true }));

function put(path: string, text: string): void {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), text);
}

type Ended = { printed: string; problems: string[] };

async function run([command, ...args]: ['check' | 'register', ...string[]], graphqlCost = 5_000): Promise<Ended> {
  const { lines, problems } = await registerOperations(command, args, {
    graphqlCost,
    graphqlDocuments: deployed,
    from: home,
  });
  const shown = (line: string) => line.replaceAll(`${home}/`, '');
  return { printed: lines.map(shown).join('\n'), problems: problems.map(shown) };
}

/** Runs the program as npm does, whose working folder is that of the API. */
const runProgram = (...args: string[]) => {
  const env = { ...process.env, INIT_CWD: home, GRAPHQL_DOCUMENTS: deployed };
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], { env, encoding: 'utf8' });
  return { status, printed: stdout, problems: stderr };
};

const TIMEOUT = 90_000;

const NAMES = 'fragment Names on Order { id: databaseId passengers { firstName } }';
const LIST =
  'query Arrivals($n: Int!, $ids: [SafeInt!]!, $all: Boolean!) { orders(perPage: $n) { ...Names } ordersById(ids: $ids) { id: databaseId client @include(if: $all) { name } } }';

describe('register', () => {
  it('writes a manifest that the API loads, with the fragments of all files, and prints what each costs', async () => {
    put('queries/arrivals.graphql', LIST);
    put('queries/parts/names.graphql', NAMES);
    put(
      'queries/change.graphql',
      'mutation Rename($reference: String!) { updateOrder(reference: $reference, input: {}) { order { id: databaseId } } }',
    );
    const { printed, problems } = await run(['register', 'queries']);
    expect(problems).toEqual([]);
    const operations = readManifest(join(deployed, 'queries.json'));
    expect(operations.map(({ name, type, audience }) => [name, type, audience])).toEqual([
      ['Arrivals', 'query', 'staff'],
      ['Rename', 'mutation', 'staff'],
    ]);
    for (const { id, body } of operations) expect(id).toBe(idOf(body));
    expect(operations[0]?.body).toContain('fragment Names on Order');
    // 15 orders by default and one by its id, or 1,000 of each, and their clients.
    expect(printed).toMatch(
      /Arrivals +query, cost 267 to 13100, one statement, after a preflight query, orders:read\n/,
    );
    expect(printed).toMatch(
      /Rename +mutation, cost 52, a mutation, answered by one statement, orders:read orders:write\n/,
    );
    expect(printed).toContain(
      'warning  queries/arrivals.graphql, Arrivals: With the largest page sizes it costs 13100, and is refused above 5000.',
    );
    const { documents, unusable } = persistedDocuments({ graphqlDocuments: deployed });
    expect(unusable).toEqual([]);
    expect(documents.filter(({ owner }) => owner === 'tools').map(({ name }) => name)).toEqual(['Arrivals', 'Rename']);
  });

  it('publishes operations for partners only if that is requested, and reads manifests of other tools', async () => {
    const body = 'query Mine {\n  viewer {\n    __typename\n    id: databaseId\n  }\n}';
    const id = idOf(body).slice('sha256:'.length);
    const operations = [{ id, name: 'Mine', type: 'query', body }];
    put('apollo.json', JSON.stringify({ format: 'apollo-persisted-query-manifest', version: 1, operations }));
    expect(
      (await run(['register', 'apollo.json', '--audience', 'partners', '--to', 'partners.json'])).problems,
    ).toEqual([]);
    expect(readManifest(join(home, 'partners.json'))).toEqual([{ ...operations[0], audience: 'partners' }]);
    expect((await run(['register', 'partners.json'])).problems).toEqual([]);
    const { documents } = persistedDocuments({ graphqlDocuments: deployed });
    expect(documents.filter(({ audience }) => audience === 'partners')).toMatchObject([
      { id: `sha256:${id}`, name: 'Mine' },
    ]);
  });

  it('writes nothing if there is a problem, and prints a line for each', async () => {
    put('queries/broken.graphql', 'query Broken {\n  viewer {\n');
    put('queries/unknown.graphql', 'query Unknown { nobodyKnowsThis alsoNot }');
    put(
      'queries/dear.graphql',
      'query Dear { orders(perPage: 1000) { id: databaseId passengers { id: databaseId } } }',
    );
    put('queries/unnamed.graphql', '{ viewer { id: databaseId } }');
    put('queries/long.graphql', `query Long { viewer { id: databaseId } } ${'#'.repeat(20_000)}`);
    put('queries/fragment.graphql', 'query Loose { orders { ...Nowhere } }');
    put('queries/watch.graphql', 'subscription Watch { orderNews @skip(if: true) { orderId } }');
    put('queries/one.graphql', 'query Twice { viewer { id: databaseId } }');
    put('queries/two.graphql', 'query Twice { viewer { name } }');
    const { problems, printed } = await run(['register', 'queries']);
    expect(problems.sort()).toEqual([
      'problem  queries/broken.graphql: Line 3: Syntax Error: Expected Name, found <EOF>.',
      expect.stringMatching(/^problem {2}queries\/dear.graphql, Dear: It costs 11050, and one may cost at most 5000/),
      'problem  queries/fragment.graphql, Loose: Unknown fragment "Nowhere".',
      'problem  queries/long.graphql: The document has more than 20000 characters.',
      'problem  queries/unknown.graphql, Unknown: Cannot query field "alsoNot" on type "Query".',
      'problem  queries/unknown.graphql, Unknown: Cannot query field "nobodyKnowsThis" on type "Query".',
      'problem  queries/unnamed.graphql: Every operation needs a name.',
      expect.stringMatching(
        /^problem {2}queries\/watch.graphql, Watch: The field of a subscription must be without @skip/,
      ),
      'problem  queries: The name Twice is used twice.',
    ]);
    expect(printed).not.toContain('Written');
    expect(() => readFileSync(join(deployed, 'queries.json'))).toThrow('ENOENT');
  });
});

describe('check', () => {
  it('writes nothing', async () => {
    put('queries/one.graphql', 'query One { viewer { id: databaseId } }');
    expect((await run(['check', 'queries/one.graphql'])).printed).toContain('1 operation, 0 warnings, 0 problems.');
    expect(() => readFileSync(join(deployed, 'one.json'))).toThrow('ENOENT');
  });

  it('reads the templates of TypeScript, with the fragments of other files, and names the lines of problems', async () => {
    put('queries/parts/names.graphql', NAMES);
    put(
      'queries/tool.ts',
      `const One = graphql(\`query One { viewer { name } }\`);
      const Two = graphql(
        \`
          query Two { orders(perPage: 2) { ...Names } }
        \`,
        [Names],
      );
      const other = \`query None { viewer { name } }\`;`,
    );
    put('queries/tool.test.ts', 'graphql(`query One { viewer { name } }`)');
    expect(await run(['check', 'queries'])).toEqual({
      printed: expect.stringMatching(/^One +query.*^Two +query.*^2 operations, 0 warnings, 0 problems\.$/ms),
      problems: [],
    });
    put('forms/one.gql', 'query Form1 { viewer { name } }');
    put(
      'forms/two.mts',
      '/** Templates of `graphql` or `gql` for `/graphql`. */\nconst two = gql`query Form2 { viewer { name } }`;',
    );
    put('forms/three.tsx', 'graphql(/* GraphQL */ `query Form3 { viewer { name } }`);');
    put('forms/four.js', 'graphql<Result<A>, B>(`query Form4 { viewer { name } }`); notgraphql(`x`);');
    put('forms/node_modules/x/index.js', 'graphql(`query Form1 { viewer { name } }`)');
    put('schema.graphql', 'query Own { __schema { queryType { name } } }');
    expect((await run(['check', 'schema.graphql'])).printed).toMatch(
      /warning {2}schema.graphql, Own: It reads the schema.*1 warning,/s,
    );
    expect((await run(['check', 'forms'])).printed).toContain('4 operations, 0 warnings, 0 problems.');
    put(
      'real/tool.ts',
      `// graphql(\`query Former { nothing }\`)
      /** For example gql\`query Sample { nothing }\` or graphql('query Sample { nothing }'). */
      const text = "graphql(\`query Quoted { nothing }\`)";
      const pattern = /graphql(\`query Pattern { nothing }\`/;
      export const one = graphql('query Real1 { viewer { name } }');
      export const two = client.graphql(\`query Method { nothing }\`);
      export const three = graphql(\`query Real2 { orders(filter: { search: "a\\\\"b" }) { status } }\`);`,
    );
    expect(await run(['check', 'real'])).toEqual({
      printed: expect.stringMatching(/^Real1 +query.*^Real2 +query.*^2 operations, 0 warnings, 0 problems\.$/ms),
      problems: [],
    });
    put('queries/broken.ts', `const name = 'viewer';\n\ngraphql(\`\n  query Broken { \${name} { name } }\n\`);`);
    const { problems } = await run(['check', 'queries/broken.ts']);
    expect(problems[0]).toContain('broken.ts: Line 4: Syntax Error: Expected Name, found "$"');
  });

  it('compares with the schema of another version, and warns of deprecated fields', async () => {
    put('queries/one.graphql', 'query One { viewer { id: databaseId name } orders(perPage: 10) { id: databaseId } }');
    const sdl = readFileSync(SDL, 'utf8');
    put('same.graphql', sdl);
    expect((await run(['check', 'queries', '--schema', 'same.graphql'])).printed).toMatch(/One +query, cost 111\n/);
    const other = (name: string) =>
      `type Query { viewer: Viewer orders(perPage: Int = 15): [Order!] } type Order { databaseId: Int } type Viewer { databaseId: Int ${name} }`;
    put('next.graphql', other('name: String @deprecated(reason: "Read fullName.")'));
    expect(await run(['check', 'queries', '--schema', 'next.graphql'])).toEqual({
      printed: expect.stringContaining(
        'warning  queries/one.graphql, One: The field Viewer.name is deprecated. Read fullName.',
      ),
      problems: [],
    });
    put('later.graphql', other('fullName: String'));
    expect((await run(['check', 'queries', '--schema', 'later.graphql'])).problems).toEqual([
      expect.stringContaining('Cannot query field "name" on type "Viewer"'),
    ]);
  });

  it('compares with the limit of the installation', async () => {
    put('queries/one.graphql', 'query One { orders(perPage: 60) { id: databaseId } }');
    expect((await run(['check', 'queries'], 100)).problems).toEqual([
      expect.stringContaining('It costs 110, and one may cost at most 100'),
    ]);
    expect((await run(['check', 'queries'], 110)).problems).toEqual([]);
  });

  it('refuses a manifest whose ids or names differ from its texts', async () => {
    const body = 'query One { viewer { id: databaseId } }';
    const good = { id: idOf(body), name: 'One', type: 'query', body };
    for (const [change, problem] of [
      [{ id: idOf('other') }, 'The id is not the SHA-256 of the text.'],
      [{ name: 'Two' }, 'The text must hold exactly one operation, the query Two.'],
      [{ type: 'mutation' }, 'The text must hold exactly one operation, the mutation One.'],
    ] as const) {
      const operations = [{ ...good, ...change }];
      put('m.json', JSON.stringify({ format: 'apollo-persisted-query-manifest', version: 1, operations }));
      expect((await run(['check', 'm.json'])).problems).toEqual([expect.stringContaining(problem)]);
    }
  });

  it.each([
    [[], 'Name the folder or the manifest'],
    [['nowhere'], 'ENOENT'],
    [['queries', '--audience', 'all'], '--audience is staff or partners.'],
    [['queries', '--schema', 'a.graphql', '--url', 'https://api.example/graphql'], 'exclude each other'],
    [['queries', '--nothing'], "Unknown option '--nothing'"],
  ])('refuses the arguments %j', async (args, message) => {
    await expect(run(['check', ...args])).rejects.toThrow(message);
  });

  it('has a problem with a folder without operations', async () => {
    expect((await run(['check', 'queries'])).problems).toEqual(['problem  queries: There are no operations.']);
  });
});

describe('the program', { timeout: TIMEOUT }, () => {
  it('ends with 0, or with 1 and a line for each problem', async () => {
    put('queries/one.graphql', 'query One { viewer { id: databaseId } }');
    put('two.graphql', 'query Two { nobodyKnowsThis }');
    expect(runProgram('register', 'queries')).toMatchObject({ status: 0, problems: '' });
    expect(readManifest(join(deployed, 'queries.json'))).toHaveLength(1);
    expect(runProgram('check', 'two.graphql')).toMatchObject({
      status: 1,
      problems: `problem  ${join(home, 'two.graphql')}, Two: Cannot query field "nobodyKnowsThis" on type "Query".\n`,
    });
  });

  it('prints one manifest of all documents', async () => {
    const { printed } = runProgram('manifest');
    put('all.json', printed);
    const { documents } = persistedDocuments({ graphqlDocuments: null });
    expect(readManifest(join(home, 'all.json')).map(({ id }) => id)).toEqual(documents.map(({ id }) => id));
    const { operations }: { operations: { owner: string }[] } = JSON.parse(printed);
    expect(new Set(operations.map(({ owner }) => owner))).toEqual(new Set(['v1', 'console']));
  });
});
