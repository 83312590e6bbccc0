import { hashPassword } from '@channel/auth';
import { extendAvailability } from '@channel/graph';
import { Prisma, type PrismaClient, type Tx } from '@channel/prisma';
import type { Settings } from '@channel/settings';
import type { Storage } from '../media/storage.ts';
import { checkReferences } from './check-references.ts';
import { checkRules } from './check-rules.ts';
import { type ImportDocument, importForm } from './form/index.ts';
import { collectFieldErrors, fieldErrorsOf, ImportRefused } from './import-errors.ts';
import { type ImportRun, type Report, startRun } from './import-run.ts';
import { type MediaContent, readMedia } from './media-content.ts';
import { loadRecords } from './records.ts';
import { writeClients, writeCodes, writeOrganizations } from './write-base.ts';
import { writeCategories, writeMedia, writeProducts, writeSuppliers } from './write-catalog.ts';
import { writeOrders } from './write-orders.ts';
import { type PasswordHashes, writeRoles, writeUsers } from './write-people.ts';
import { writePlaces } from './write-places.ts';
import { writeServiceLevels } from './write-service-levels.ts';

export type ImportOptions = {
  /** A client whose statements may take minutes: `createPrisma({ statementTimeout: IMPORT_TIMEOUT })`. */
  db: PrismaClient;
  storage: Storage;
  settings: Settings;
  now: Date;
  /** The folder to which paths of media are relative. */
  folder: string;
  /** Called with a progress message for the person who runs the import. */
  progress?: (message: string) => void;
  /** Runs at the end, in the transaction of the import. */
  afterwards?: (tx: Tx) => Promise<void>;
};

/** The result of an import: counts by kind, and the number of availabilities that it created in advance. */
export type ImportResult = { report: Report; availabilities: number };

/** Maximum time in milliseconds of a whole import. */
export const IMPORT_TIMEOUT = 600_000;
const LOCK_KEY = 7_270_736_903;
const UNIQUE_VIOLATION = 'P2002';

/**
 * Imports a business from a document of the import form (docs/import.md). Everything is checked first; then all of it
 * is written in one transaction, or nothing. An import can be repeated: records are identified by their keys, unchanged
 * ones are skipped, changed ones of the catalogue are updated, and orders are never written twice.
 *
 * @throws {ImportRefused} with all field errors of the document
 */
export async function importDocument(input: unknown, options: ImportOptions): Promise<ImportResult> {
  const { db, storage, now, folder, settings, progress = () => {} } = options;
  progress('Checking the document');
  const parsed = importForm.safeParse(input);
  if (!parsed.success) throw new ImportRefused(fieldErrorsOf(parsed.error));
  const document = parsed.data;
  const contents = await check(document, db, folder);

  progress(`Storing ${contents.length} images`);
  for (const [index, { bytes, storageKey }] of contents.entries()) {
    await storage.put(storageKey, bytes, document.media[index]?.contentType ?? '');
  }
  const passwords = await hashPasswords(document, db);
  return inOneTransaction(db, async (tx) => {
    const run = startRun(tx, await loadRecords(tx), now);
    progress('Writing people, places and the catalogue');
    await writeCatalogue(run, document, contents, passwords);
    progress('Creating availabilities in advance');
    const availabilities = await extendAvailability(tx, { now, months: settings.availabilityHorizonMonths });
    progress(`Writing ${document.orders.length} orders`);
    await writeOrders(run, document, settings);
    await writeAudit(run, document);
    await options.afterwards?.(tx);
    return { report: run.report, availabilities };
  });
}

async function check(document: ImportDocument, db: PrismaClient, folder: string): Promise<MediaContent[]> {
  const fieldErrors = collectFieldErrors();
  await checkReferences(document, await loadRecords(db), db, fieldErrors);
  checkRules(document, fieldErrors);
  const contents = await readMedia(document, folder, fieldErrors);
  fieldErrors.throwIfAny();
  return contents;
}

/** Hashes the passwords of users without one. Hashing is slow by design, so it happens before the transaction. */
async function hashPasswords({ users }: ImportDocument, db: PrismaClient): Promise<PasswordHashes> {
  const hashes = new Map<string, string>();
  const records = await loadRecords(db);
  const given = users.map(({ key, email, password }) => ({
    key,
    id: records.find('user', key)?.id ?? null,
    email: email.toLowerCase(),
    password,
  }));
  const known = await db.$queryRaw<{ key: string }[]>`
    SELECT given.key FROM unnest(${given.map(({ key }) => key)}::text[], ${given.map(({ id }) => id)}::bigint[],
      ${given.map(({ email }) => email)}::text[]) AS given (key, id, email)
    WHERE EXISTS (SELECT FROM "user" u WHERE u.password_hash IS NOT NULL AND (u.id = given.id OR lower(u.email) = given.email))`;
  const withPassword = new Set(known.map(({ key }) => key));
  for (const { key, password } of given)
    if (password !== null && !withPassword.has(key)) hashes.set(key, await hashPassword(password));
  return hashes;
}

/** Runs one import at a time. A constraint that the database enforces after all checks is a field error too. */
async function inOneTransaction<Result>(db: PrismaClient, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const locked = async (tx: Tx) => {
    const [lock] = await tx.$queryRaw<{ free: boolean }[]>`SELECT pg_try_advisory_xact_lock(${LOCK_KEY}) AS free`;
    if (!lock?.free) throw new ImportRefused([{ path: 'the database', message: 'another import is running' }]);
    return work(tx);
  };
  try {
    return await db.$transaction(locked, {
      isolationLevel: Prisma.TransactionIsolationLevel.ReadCommitted,
      maxWait: 5_000,
      timeout: IMPORT_TIMEOUT,
    });
  } catch (error) {
    if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== UNIQUE_VIOLATION) throw error;
    const message = `a changed ${error.meta?.modelName ?? 'record'} would duplicate another one`;
    throw new ImportRefused([{ path: 'the database', message }]);
  }
}

async function writeCatalogue(
  run: ImportRun,
  document: ImportDocument,
  contents: readonly MediaContent[],
  passwords: PasswordHashes,
): Promise<void> {
  await writeCodes(run, document);
  await writeOrganizations(run, document);
  await writePlaces(run, document);
  await writeMedia(run, document, contents);
  await writeCategories(run, document);
  await writeSuppliers(run, document);
  await writeClients(run, document);
  await writeProducts(run, document);
  await writeServiceLevels(run, document);
  await writeRoles(run, document);
  await writeUsers(run, document, passwords);
}

/** Writes one audit row for each organization of the file: imported records are history, not changes by a user. */
async function writeAudit({ tx, now, report, id }: ImportRun, { organizations }: ImportDocument): Promise<void> {
  await tx.auditEntry.createMany({
    data: organizations.map(({ key }) => ({
      at: now,
      organizationId: id('organization', key),
      channel: 'system' as const,
      action: 'import',
      entity: 'organization',
      entityId: id('organization', key),
      after: { ...report },
    })),
  });
}
