import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codegen } from '@graphql-codegen/core';
import * as operations from '@graphql-codegen/typescript-operations';
import { parse } from 'graphql';
import ts from 'typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';

/*
 * GraphQL Code Generator makes types of the operations of all tools, for those who do not use gql.tada, whose types the
 * tools themselves have.
 */

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'channel-codegen-'));
const SCALARS = { Date: 'string', DateTime: 'string', Decimal: 'number', LocalDateTime: 'string', LocalTime: 'string' };

beforeAll(async () => {
  const manifest = join(folder, 'operations.json');
  const register = [join(root, 'apps/api/src/cli/operations.ts'), 'register', 'examples', '--to', manifest];
  execFileSync(process.execPath, register, { cwd: root, env: { ...process.env, INIT_CWD: root } });
  const { operations: registered }: { operations: { name: string; body: string }[] } = JSON.parse(
    readFileSync(manifest, 'utf8'),
  );
  const text = await codegen({
    schema: parse(readFileSync(join(root, 'packages/graph/schema.graphql'), 'utf8')),
    documents: registered.map(({ name, body }) => ({ location: name, document: parse(body) })),
    config: { scalars: SCALARS },
    filename: 'generated.ts',
    plugins: [{ operations: {} }],
    pluginMap: { operations },
  });
  writeFileSync(join(folder, 'generated.ts'), text);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

/** The errors of a program that uses the types. */
function errorsOf(program: string): string[] {
  const file = join(folder, 'program.ts');
  writeFileSync(file, program);
  const options = { strict: true, noEmit: true, skipLibCheck: true, types: [], allowImportingTsExtensions: true };
  return ts
    .getPreEmitDiagnostics(ts.createProgram([file], options))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

const program = (day: string) => `
  import type { AllOrdersQuery, AssignMutationVariables, RevenueQuery, UnassignedQueryVariables } from './generated.ts';
  export const statusOf = ({ orders }: AllOrdersQuery): string[] => orders.map(({ status }) => status);
  export const variables: AssignMutationVariables = { order: '17', version: 3, driver: 5 };
  export const soldOf = ({ orderStatistics }: RevenueQuery): number[] =>
    orderStatistics.groups.flatMap(({ figures }) => figures.sums.map(({ sold }) => sold));
  export const days: UnassignedQueryVariables = { days: { start: ${day} } };
`;

it('types that are made of all operations of the tools hold', { timeout: 60_000 }, () => {
  expect(errorsOf(program("'2026-06-01'"))).toEqual([]);
  // What does not fit the schema is an error.
  expect(errorsOf(program('2026'))).toEqual([expect.stringContaining("'number' is not assignable to type")]);
});
