import { inTransaction, Prisma, type Tx } from '@channel/prisma';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { conflict, type DomainError, type FieldErrors, forbidden, invalid, notFound, UNKNOWN_ID } from '../errors.ts';
import { type AuditLine, audit } from './audit.ts';
import { dateText, timeText } from './calendar.ts';
import { holds, staffOrganizationIds } from './principals.ts';
import { isTaken } from './taken.ts';
import { NO_TEXT } from './translated-texts.ts';

/*
 * The outline of all mutations by which administrators run their business: `create`, `update` (a member that is left out
 * keeps its value) and `delete`. The values of a thing are one form, which the import uses as well; an update checks the
 * thing as it will be, not only what is given.
 */

type Json = Record<string, unknown>;

/** A value in the terms of forms: decimals are texts, and members that are not given are absent. */
function plain(value: unknown): unknown {
  if (Prisma.Decimal.isDecimal(value)) return value.toFixed();
  if (Array.isArray(value)) return value.map(plain);
  return isPlainObject(value) ? plainMembers(value) : value;
}

const isPlainObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !(value instanceof Date);

const plainMembers = (value: object): Json =>
  Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => (member === undefined ? [] : [[key, plain(member)]])),
  );

/** A thing before and after an edit, both in the terms of its form. */
export type Edit<Values> = { former: Json | null; next: Values };

/**
 * The thing as it will be: the former values (null: it is created) with those that are given.
 *
 * @throws a validation error with each value that does not fit the form; paths begin with `input`
 */
export function edited<Form extends z.ZodObject>(form: Form, former: object | null, input: object) {
  const before = former && plainMembers(former);
  const result = form.safeParse({ ...before, ...plainMembers(input) });
  if (result.success) return { former: before, next: result.data } satisfies Edit<z.output<Form>>;
  throw invalid(
    result.error.issues.flatMap((issue) => {
      const { path, message, code } = issue;
      const at = ['input', ...path.map((step) => (typeof step === 'number' ? step : String(step)))];
      if (issue.code === 'unrecognized_keys')
        return issue.keys.map((key) => ({ path: [...at, key], message: NO_TEXT }));
      return [{ path: at, message: MISSING.includes(code) ? 'is required.' : message }];
    }),
  );
}

/** Codes of a value that is absent or null: the schema of GraphQL ensures the types of all others. */
const MISSING = ['invalid_type', 'invalid_union'];

const TIME_OF_DAY = '1970-01-01';

/** A value as the audit log holds it, with the keys of objects in a fixed order. */
function audited(value: unknown): Prisma.InputJsonValue | null {
  if (value instanceof Date) return dateText(value) === TIME_OF_DAY ? timeText(value) : dateText(value);
  if (Array.isArray(value)) return value.map(audited);
  if (!isPlainObject(value)) return (value ?? null) as Prisma.InputJsonValue | null;
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([key, member]) => [key, audited(member)]));
}

/** The members that an edit changes, before and after; undefined where it changes none. */
export function changesOf({ former, next }: Edit<object>): Pick<AuditLine, 'before' | 'after'> | undefined {
  const members = Object.entries(next).map(([key, value]) => [key, audited(former?.[key]), audited(value)] as const);
  const changed = former
    ? members.filter(([, before, after]) => JSON.stringify(before) !== JSON.stringify(after))
    : members;
  if (changed.length === 0) return undefined;
  const after = Object.fromEntries(changed.map(([key, , value]) => [key, value]));
  return former ? { before: Object.fromEntries(changed.map(([key, before]) => [key, before])), after } : { after };
}

/** What an audit entry of an edit is about. */
export type Subject = { entity: string; entityId: number; organizationId: number | null };

/** Records a created, changed or deleted thing, in the transaction of the change. */
export const record = (
  tx: Tx,
  context: Context,
  { entity, ...subject }: Subject,
  act: string,
  change: Pick<AuditLine, 'before' | 'after'>,
) => audit(tx, context, [{ action: `${entity}.${act}`, entity, ...subject, ...change }]);

/** The last values of a deleted thing, for its audit entry. */
export const lastValues = (former: object): Pick<AuditLine, 'before'> => ({
  before: audited(plainMembers(former)) as Prisma.InputJsonObject,
});

const NOT_YOURS = 'You may not manage the business of this organization: this is for its administrators.';

/**
 * A row of an organization that the actor administers.
 *
 * @param unseen the error where there is no row, or the actor is not staff of its organization
 * @throws that error; forbidden where the actor is staff, but does not administer the organization
 */
export function administered<Row extends { organizationId: number }>(
  context: Context,
  row: Row | null | undefined,
  unseen: DomainError,
): Row {
  if (!row || !staffOrganizationIds(context).includes(row.organizationId)) throw unseen;
  if (!holds(context, 'administer', row.organizationId)) throw forbidden(NOT_YOURS);
  return row;
}

/** The same for an organization of which the id is given. */
export const administeredOrganization = (context: Context, organizationId: number): number =>
  administered(context, { organizationId }, notFound('Organization')).organizationId;

const NAME_TAKEN = 'belongs to another one already.';

/** Codes of Prisma for a row that others refer to: by a foreign key, or by one that restricts deletion. */
const REFERENCED = ['P2003', 'P2014'];
const RESTRICTED = /\b(23001|23503)\b/;

function isReferenced(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof Prisma.PrismaClientKnownRequestError && REFERENCED.includes(error.code)) return true;
  return RESTRICTED.test(error.message);
}

/**
 * Runs a change in one transaction.
 *
 * @param unique the member of the input that is unique
 * @throws a validation error at that member where another row has its value; conflict where rows refer to a deleted one
 */
export async function inEdit<T>(
  { db }: Pick<Context, 'db'>,
  act: (tx: Tx) => Promise<T>,
  unique: string = 'name',
): Promise<T> {
  try {
    return await inTransaction(db, act);
  } catch (error) {
    if (isTaken(error)) throw invalid([{ path: ['input', unique], message: NAME_TAKEN }]);
    if (isReferenced(error)) throw conflict('It cannot be deleted: orders or other records refer to it.');
    throw error;
  }
}

/** Adds a field error for each id that was not found. */
export function checkIds(
  ids: readonly number[],
  found: readonly { id: number }[],
  path: string | (string | number)[],
  fieldErrors: FieldErrors,
): void {
  const known = new Set(found.map(({ id }) => id));
  const steps = typeof path === 'string' ? [path] : path;
  ids.forEach((id, index) => {
    if (!known.has(id)) fieldErrors.add(['input', ...steps, index], UNKNOWN_ID);
  });
}
