import { schema } from '@channel/graph';
import { getOperationAST, isInputObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { persistedDocuments } from '../graphql/persisted.ts';
import { isHeavy } from './heavy.ts';

const reads = persistedDocuments({ graphqlDocuments: null }).documents.filter(
  ({ owner, kind }) => owner === 'v1' && kind === 'query',
);

/** Whether a filter of a document names a first and a last day. */
const namesDays = ({ document }: (typeof reads)[number]): boolean =>
  (getOperationAST(document)?.variableDefinitions ?? []).some(({ type }) => {
    const known = type.kind === 'NamedType' ? schema.getType(type.name.value) : undefined;
    return isInputObjectType(known) && 'startDate' in known.getFields() && 'endDate' in known.getFields();
  });
const range = (endDate: string) => ({ filter: { startDate: '2026-06-01', endDate } });

describe('reads of v1 of more than a hundred entries are heavy', () => {
  it('when they are pages', () => {
    const paged = reads.filter(({ name, pages }) => pages.length > 0 && name !== 'ExportOrders');
    expect(paged.length).toBeGreaterThan(3);
    for (const { name, pages } of paged) {
      const sized = (size: number) => Object.fromEntries(pages.map((page) => [page.name, size]));
      expect([isHeavy(name, sized(100)), isHeavy(name, sized(101))], name).toEqual([false, true]);
    }
  });

  it('when they return one entry for each day', () => {
    const daily = reads.filter((document) => document.pages.length === 0 && namesDays(document));
    expect(daily.length).toBeGreaterThan(1);
    for (const { name } of daily) {
      const requested = [{}, { filter: {} }, range('2026-09-09'), range('2026-09-10'), range('2027-06-01')];
      const found = requested.map((variables) => isHeavy(name, variables));
      expect(found, name).toEqual([false, false, false, true, true]);
    }
  });
});

it('a search for many titles, names or labels is heavy, one for a few and any number of ids is not', () => {
  const of = (length: number) => Array.from({ length }, () => 'sailing');
  for (const [operation, member] of [
    ['SearchProducts', 'title'],
    ['SearchProducts', 'labels'],
    ['ListProducts', 'country'],
    ['ListCities', 'name'],
  ] as const) {
    const found = [10, 11].map((length) => isHeavy(operation, { filter: { [member]: of(length) } }));
    expect([member, ...found]).toEqual([member, false, true]);
  }
  expect(isHeavy('SearchProducts', { filter: { productIds: Array.from({ length: 1_000 }, () => 1) } })).toBe(false);
});
