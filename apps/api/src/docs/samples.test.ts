import { schema } from '@channel/graph';
import { loadSettings } from '@channel/settings';
import { parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_TIMEOUT, startServer, type TestServer } from '../testing/index.ts';
import { pagesOf } from './pages.ts';
import { expectPrinted, followPage, pagesWith, RECEIVED, tryReceiver } from './testing/read-as-reader.ts';
import { runSamples } from './testing/run-samples.ts';
import { LANGUAGES, type Language, type Sample, samplesOf } from './testing/samples.ts';

/*
 * Samples of the documentation run against a server with the demo world and print the output that their pages show.
 * Those in bash and JavaScript run here; PHP and Python run in samples.long.test.ts.
 */

const TIMEOUT = 60_000;

describe('samples', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ world: 'demo' });
  }, DEMO_TIMEOUT);
  afterAll(() => server.close());

  const PROGRAMS = (['bash', 'js'] as const).flatMap((language) =>
    pagesWith(language).map((page) => [page, language] as const),
  );
  it.each(PROGRAMS)('of the page %s in %s run as printed', { timeout: TIMEOUT }, (page, language) =>
    followPage(server, page, language),
  );
});

it('accept genuine webhooks in JavaScript and reject all others', { timeout: TIMEOUT }, async () => {
  expect(await tryReceiver('js')).toEqual(RECEIVED);
});

it('all have an info string that says how they run', () => {
  for (const { name, markdown } of pagesOf(loadSettings({}))) {
    for (const { language, marks, code } of samplesOf(markdown)) {
      const runs = LANGUAGES.some((each) => each === language);
      expect([name, code, marks.some((mark) => mark === 'run' || mark === 'receiver')]).toEqual([name, code, runs]);
      if (!runs) expect(['json', 'http', 'graphql', 'sh', 'ts']).toContain(language);
      if (language === 'json') JSON.parse(code);
      if (language === 'graphql') expect(validate(schema, parse(code)).map(({ message }) => message)).toEqual([]);
    }
  }
});

describe('the runner', () => {
  const sample = (language: Language, code: string, output?: string): Sample => ({ language, marks: [], code, output });

  it.each([
    ['bash', 'echo one', 'false'],
    ['js', 'console.log("one");', 'throw new Error("broken");'],
  ] as const)('reports which sample in %s fails', async (language, good, broken) => {
    expect(await runSamples(language, [sample(language, good), sample(language, good)])).toEqual(['one', 'one']);
    await expect(runSamples(language, [sample(language, good), sample(language, broken)])).rejects.toThrow(
      `Sample 2 of 2 failed:\n${broken}`,
    );
  });

  it('detects a sample whose output differs from its page', () => {
    const expected = [sample('bash', 'echo', 'id …, Booked')];
    expectPrinted(expected, ['id 17, Booked']);
    for (const printed of ['id 17, Cancelled', 'id 17, Booked, twice', ''])
      expect(() => expectPrinted(expected, [printed])).toThrow();
  });
});
