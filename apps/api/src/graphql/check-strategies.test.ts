import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { freePort } from '../events/testing/crashable.ts';
import { checkStrategies, StrategyError } from './check-strategies.ts';

const check = (...documents: string[]) =>
  checkStrategies(documents.map((text, index) => ({ owner: 'v1', name: `Read${index}`, document: parse(text) })));

describe('an operation', () => {
  it('is compiled, or declares that it is executed', () => {
    expect(() =>
      check('query A { countries { id: databaseId } }', 'query A @executed { viewer { rights } }'),
    ).not.toThrow();
  });

  it('that cannot be compiled and declares nothing is refused with the field and the reason', () => {
    expect(() =>
      check(
        'query A { countries { id: databaseId } }',
        'query A { viewer { rights } }',
        'query A { lookup(text: "a") { orders { id: databaseId } } }',
      ),
    ).toThrow(
      new StrategyError(
        'The operation Read1 of v1 is refused: it cannot be compiled to a statement (Viewer.rights: has no SQL resolver) and does not declare @executed.\n' +
          'The operation Read2 of v1 is refused: it cannot be compiled to a statement (Query.lookup: has no plan) and does not declare @executed.',
      ),
    );
  });

  it('that is compiled may not declare that it is executed', () => {
    expect(() => check('query A @executed { countries { id: databaseId } }')).toThrow(
      'The operation Read0 of v1 is refused: it declares @executed, but it is compiled to a statement.',
    );
  });
});

/** A change of a document on its way from the disk. */
type Edit = { file: string; from: string; to: string };

/** Starts a program with an edited document. @returns how the start ended */
async function start(program: string, { file, from, to }: Edit, env: Record<string, string> = {}) {
  const preloaded = `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const { readFileSync } = fs;
    fs.readFileSync = (path, ...options) => {
      const read = readFileSync(path, ...options);
      return String(path).endsWith('${file}') ? read.replace('${from}', '${to}') : read;
    };
    syncBuiltinESMExports();`;
  const child = fork(join(import.meta.dirname, '..', program), {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
      SECRET_KEY: 'the key of a test, 32 letters and more',
      API_PORT: String(await freePort()),
      ...env,
    },
    execArgv: ['--import', `data:text/javascript,${encodeURIComponent(preloaded)}`],
    silent: true,
    timeout: 90_000,
  });
  let isReady = false;
  child.on('message', () => {
    isReady = true;
    child.kill();
  });
  const ended = once(child, 'exit');
  const [stdout, stderr] = await Promise.all([child.stdout, child.stderr].map((pipe) => pipe && text(pipe)));
  const [code] = await ended;
  return { isReady, code, stdout, stderr };
}

describe('a start', { timeout: 90_000 }, () => {
  const undeclared = { file: 'assign-tags.graphql', from: '@executed', to: '' };

  it('of the API ends with the operation, the field and the reason', async () => {
    expect(await start('main.ts', undeclared)).toEqual({
      isReady: false,
      code: 1,
      stdout: '',
      stderr:
        'The operation AssignTags of v1 is refused: it cannot be compiled to a statement (Mutation.assignTags: has no plan) and does not declare @executed.\n',
    });
  });

  it('of the API accepts every operation where none is compiled', async () => {
    expect(await start('main.ts', undeclared, { COMPILED_READS: '0' })).toMatchObject({ isReady: true, code: 0 });
  });

  it('of the worker ends as well', async () => {
    const declared = { file: 'order-updated.graphql', from: ') {', to: ') @executed {' };
    const { code, stdout } = await start('worker.ts', declared);
    expect([code, stdout]).toEqual([1, expect.stringContaining('The operation OrderUpdated of events is refused')]);
  });
});
