import type { Tx } from '@channel/prisma';
import { collectFieldErrors, type FieldErrors } from './import-errors.ts';
import { drawIds, hashOf, type Kind, type Records, saveRecords } from './records.ts';

/** How many records of a kind were created, updated, or unchanged. */
export type Counts = { created: number; updated: number; unchanged: number };
export type Report = Partial<Record<Kind, Counts>>;

/** A running import, inside its transaction. */
export type ImportRun = {
  tx: Tx;
  now: Date;
  /** Field errors that only the database shows; the writer that finds some throws them. */
  fieldErrors: FieldErrors;
  report: Report;
  records: Records;
  /** The row id of a record that is known to exist. */
  id(kind: Kind, key: string): number;
  idOrNull(kind: Kind, key: string | null): number | null;
  plan<Content>(kind: Kind, items: readonly Item<Content>[]): Promise<Plan<Content>>;
};

/** A record of the file that is to be written. */
export type Item<Content> = {
  key: string;
  record: Content;
  /** Its path in the file. */
  path: string;
  /**
   * The part of it that is hashed under its key, if not all: passwords are excluded, and parts have their own records.
   */
  content?: unknown;
};

export type Planned<Content> = { id: number; key: string; record: Content; path: string };

/** The changes to make: rows to insert under ids drawn for them, rows to update, and both together. */
export type Plan<Content> = { created: Planned<Content>[]; changed: Planned<Content>[]; touched: Planned<Content>[] };

export function startRun(tx: Tx, records: Records, now: Date): ImportRun {
  const report: Report = {};
  const id: ImportRun['id'] = (kind, key) => {
    const found = records.find(kind, key);
    if (!found) throw new Error(`${kind} ${key} was not checked before it was used`);
    return found.id;
  };
  return {
    tx,
    now,
    fieldErrors: collectFieldErrors(),
    report,
    records,
    id,
    idOrNull: (kind, key) => (key === null ? null : id(kind, key)),
    async plan(kind, items) {
      const hashed = items.map((item) => ({
        ...item,
        hash: hashOf(item.content ?? item.record),
        known: records.find(kind, item.key),
      }));
      const added = hashed.filter(({ known }) => !known);
      const drawn = await drawIds(tx, kind, added.length);
      const created = added.map((item, index) => ({ ...item, id: drawn[index] ?? 0 }));
      const changed = hashed.flatMap(({ known, ...item }) =>
        known && known.hash !== item.hash ? [{ ...item, id: known.id }] : [],
      );
      const touched = [...created, ...changed];
      for (const { key, id: row, hash } of touched) records.set(kind, key, { id: row, hash });
      await saveRecords(tx, kind, touched, now);
      const before = report[kind] ?? { created: 0, updated: 0, unchanged: 0 };
      report[kind] = {
        created: before.created + created.length,
        updated: before.updated + changed.length,
        unchanged: before.unchanged + items.length - touched.length,
      };
      return { created, changed, touched };
    },
  };
}

/** The records of a section of the file as items. */
export const itemsOf = <Content extends { key: string }>(
  section: string,
  records: readonly Content[],
): Item<Content>[] => records.map((record, index) => ({ key: record.key, record, path: `${section}[${index}]` }));

/**
 * Adopts rows that exist already although no import created them (an organization that was created manually, a country
 * that belongs to another organization's data): they get the record's key and count as changed.
 */
export function adopt<Content>(
  run: ImportRun,
  kind: Kind,
  items: readonly Item<Content>[],
  found: (record: Content) => number | undefined,
): void {
  for (const { key, record, path } of items) {
    if (run.records.find(kind, key)) continue;
    const id = found(record);
    if (id === undefined) continue;
    const other = run.records.keyOf(kind, id);
    if (other === undefined) run.records.set(kind, key, { id, hash: null });
    else run.fieldErrors.add(path, `exists already, imported under the key "${other}"`);
  }
  run.fieldErrors.throwIfAny();
}
