import { join } from 'node:path';
import { proceeds } from './set-up/arguments.mjs';
import { setUp } from './set-up/index.mjs';
import { fail, step } from './set-up/progress.mjs';
import { environment, ownNode, root } from './set-up/project.mjs';
import { run } from './set-up/run.mjs';

const HELP = `npm run generate               writes everything that is derived from other files
npm run generate -- --golden   also the golden examples of v1: accepts the answers as they are now
npm run generate -- --release  only the copies of the last release, from the latest commit: a step of each release`;

/**
 * What is derived, each from the ones before it, and the program that writes it. `setUp` generates the database client.
 *
 * @type {[what: string, program: string, ...args: string[]][]}
 */
const DERIVED = [
  ['the documents of the settings', 'packages/settings/src/write-docs.ts'],
  ['the GraphQL schema', 'packages/graph/src/write-sdl.ts'],
  ['the OpenAPI document', 'apps/api/src/openapi/write-document.ts'],
  ['the types of the client', 'packages/client/generate/write.ts'],
  ['the public surfaces of packages', 'scripts/packages/write-surfaces.ts'],
  [
    'the types of the console',
    'node_modules/gql.tada/bin/cli.js',
    'generate-output',
    '-c',
    'apps/console/tsconfig.json',
  ],
  ['the operations of the console', 'apps/console/scripts/operations.ts'],
  ['the texts of the console', 'apps/console/scripts/texts.ts'],
  ['the statements of the operations', 'apps/api/src/graphql/write-statements.ts'],
];

/** @type {typeof DERIVED[number]} */
const GOLDEN = ['the golden examples', 'node_modules/vitest/vitest.mjs', 'run', 'apps/api/contract/golden.test.ts'];

/** @type {typeof DERIVED[number]} */
const RELEASE = ['the documents of the release', 'scripts/checks/write-release.ts'];

// `npm run generate`: writes all derived files again. The tests fail for each that is not up to date.
if (proceeds(HELP, ['golden', 'release'])) {
  await setUp();
  const isGolden = process.argv.includes('--golden');
  const all = isGolden ? [...DERIVED, GOLDEN] : DERIVED;
  try {
    for (const [what, program, ...args] of process.argv.includes('--release') ? [RELEASE] : all) {
      const env = { ...environment(), GOLDEN_UPDATE: isGolden ? '1' : '' };
      await step(`Generating ${what}`, () => run(`Generating ${what}`, ownNode, [join(root, program), ...args], env));
    }
  } catch (error) {
    fail(error);
    process.exitCode = 1;
  }
}
