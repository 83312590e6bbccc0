import { actorOf } from '@channel/auth';
import { answerOperation, type Context, compilationOf, createLoaders, executeOperation } from '@channel/graph';
import { inTransaction, type PrismaClient } from '@channel/prisma';
import { type DocumentNode, type GraphQLError, getOperationAST } from 'graphql';
import { contextOf } from '../../context.ts';
import type { TestServer } from '../../testing/index.ts';

export type Variables = Record<string, unknown>;

/** One case: an operation, what it is asked, by whom and in which language. */
export type Case = { document: DocumentNode; variables: Variables; userId: number; language: string };

/** What became of a case; `rows` counts what came out, but where the statement found nothing and left it to the normal way. */
export type Outcome = { refused: boolean; rows: number };

/** Changes a compiled answer, to see that it is noticed. */
export type Plant = (answer: Record<string, unknown>) => void;

/**
 * Compares what a case answers compiled with what it answers executed.
 *
 * @throws where they differ, byte for byte of canonical JSON, or where only one of them refuses
 */
export async function compare(server: TestServer, requested: Case, plant?: Plant): Promise<Outcome> {
  if (!('compiled' in compilationOf(requested.document))) throw new Error('the operation is not compiled');
  const executed = await inItsPlace(server, requested, executeOperation);
  const answered = await inItsPlace(server, requested, answerOperation);
  if (executed.errors) {
    const refusals = executed.errors.map(refusalOf);
    const [refusal] = 'json' in answered ? [] : (answered.errors ?? []).map(refusalOf);
    if (refusal === undefined || !refusals.includes(refusal))
      throw new Error(`refused when executed (${refusals.join()}), but not so when compiled: ${refusal}`);
    return { refused: true, rows: 0 };
  }
  const bySql = 'json' in answered;
  if (!bySql && answered.errors) throw new Error(`refused when compiled alone: ${JSON.stringify(answered.errors)}`);
  const answer = bySql
    ? Object.fromEntries(Object.entries(answered.json).map(([root, text]) => [root, JSON.parse(String(text))]))
    : { ...answered.data };
  plant?.(answer);
  const [one, other] = [JSON.stringify(answer), JSON.stringify(executed.data)];
  if (one !== other) throw new Error(differenceOf(one, other));
  return { refused: false, rows: bySql ? rowsOut(answer) : 0 };
}

/** What a client is told of a refusal, but for its place. @throws what is no refusal but a fault */
function refusalOf({ message, extensions, originalError }: GraphQLError): string {
  if (originalError && !('extensions' in originalError)) throw originalError;
  return JSON.stringify({ message, ...extensions });
}

type Runs<Answer> = (document: DocumentNode, variables: Variables, context: Context) => Promise<Answer>;

/** Runs a case as a request would; a change is undone, ids that were drawn too, so that the other way finds the same world. */
async function inItsPlace<Answer>(
  { db, services }: TestServer,
  { document, variables, userId, language }: Case,
  run: Runs<Answer>,
): Promise<Answer> {
  const actor = await actorOf(db, userId);
  const context = await contextOf(services, { actor, door: 'api', requestId: 'sameness', language });
  if (getOperationAST(document)?.operation === 'query') return run(document, variables, context);
  let answer: Answer | undefined;
  const undone = new Error('undone');
  const drawAgain = await drawnIds(db);
  await inTransaction(db, async (tx) => {
    answer = await run(document, variables, { ...context, db: tx, loaders: createLoaders(tx) });
    throw undone;
  }).catch((error: unknown) => {
    if (error !== undone) throw error;
  });
  await drawAgain();
  if (answer === undefined) throw undone;
  return answer;
}

/** Which ids are drawn next, which no transaction undoes. @returns what makes them be drawn again */
async function drawnIds(db: PrismaClient): Promise<() => Promise<unknown>> {
  const next = await db.$queryRaw<{ name: string; last: bigint | null }[]>`
    SELECT format('%I.%I', schemaname, sequencename) AS name, last_value AS last
    FROM pg_sequences WHERE schemaname = 'public'`;
  const [names, last] = [next.map(({ name }) => name), next.map((each) => each.last)];
  return () => db.$queryRaw`
    SELECT count(setval(name::regclass, coalesce(last, 1), last IS NOT NULL))::int
    FROM unnest(${names}::text[], ${last}::bigint[]) AS drawn (name, last)`;
}

const AROUND = 120;

function differenceOf(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const near = (text: string) => text.slice(Math.max(0, at - AROUND), at + AROUND);
  return `compiled …${near(one)}…\nexecuted …${near(other)}…`;
}

/**
 * Rows that came out: entries of lists and objects below the root fields. Objects of the root fields themselves are there
 * without rows, such as a page's place in a list; of an answer that is nothing but them, what is neither 0 nor empty counts.
 */
export function rowsOut(answer: Readonly<Record<string, unknown>>): number {
  const roots = Object.values(answer);
  const below = roots.flatMap((root) => (isObject(root) ? Object.values(root) : []));
  const isFlat = roots.every((root) => !Array.isArray(root)) && !below.some(isObject);
  if (isFlat) return [...roots, ...below].filter((value) => Boolean(value) && !isObject(value)).length;
  return roots.reduce<number>((sum, root) => sum + entriesIn(root), 0);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Entries of lists and objects within a value. */
function entriesIn(value: unknown): number {
  if (!isObject(value)) return 0;
  const isList = Array.isArray(value);
  return Object.values(value).reduce<number>(
    (sum, each) => sum + (isList || (isObject(each) && !Array.isArray(each)) ? 1 : 0) + entriesIn(each),
    0,
  );
}

/** Changes the first text or number that it finds in an answer. @returns whether there was one */
export function plantDifference(value: object): boolean {
  for (const [key, member] of Object.entries(value)) {
    if (typeof member === 'string') return Reflect.set(value, key, `${member} `);
    if (typeof member === 'number') return Reflect.set(value, key, member + 1);
    if (typeof member === 'object' && member !== null && plantDifference(member)) return true;
  }
  return false;
}
