import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { REASONS } from './reason-text.ts';

const ROOT = join(import.meta.dirname, '../../../../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
/** A sentence without a number. */
const SENTENCE = /'([A-Z][^'$\n]+ [^'$\n]+\.)'|"([A-Z][^"$\n]+ [^"$\n]+\.)"/g;

it('knows each reason that the worker or staff store', () => {
  const worker = ['connector', 'deliver', 'endpoint-health', 'send'].map((name) =>
    read(`packages/webhooks/src/${name}.ts`),
  );
  const staff = read('packages/graph/src/webhooks/manage-endpoints.ts').match(/BY_HAND = .*/)?.[0] ?? '';
  const stored = [...worker, staff].flatMap((text) =>
    [...text.matchAll(SENTENCE)].map(([, single, double]) => single ?? double),
  );
  expect(Object.keys(REASONS).sort()).toEqual([...new Set(stored)].sort());
});
