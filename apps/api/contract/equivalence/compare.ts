import { actorOf } from '@channel/auth';
import { answerOperation, type Context, compilationOf, createLoaders, executeOperation } from '@channel/graph';
import { inTransaction, type PrismaClient } from '@channel/prisma';
import { type DocumentNode, type GraphQLError, getOperationAST } from 'graphql';
import { contextOf } from '../../src/context.ts';
import type { TestServer } from '../../src/testing/index.ts';

export type Variables = Record<string, unknown>;

/** One case: an operation with its variables, caller and language. */
export type Case = { document: DocumentNode; variables: Variables; userId: number; language: string };

/**
 * The result of a case; `rows` counts the returned rows, but is 0 if the statement found none and the resolvers
 * answered. `hasValidator`: whether the answer of the statement has a validator.
 */
export type Outcome = { refused: boolean; rows: number; hasValidator: boolean };

/** Changes a compiled answer, to check that the comparison detects it. */
export type Plant = (answer: Record<string, unknown>) => void;

/**
 * Compares the compiled answer of a case with the executed one.
 *
 * @throws if they differ in any byte, or if only one of them is a refusal
 */
export async function compare(server: TestServer, requested: Case, plant?: Plant): Promise<Outcome> {
  if (!('compiled' in compilationOf(requested.document))) throw new Error('The operation is not compiled.');
  const executed = await inItsPlace(server, requested, executeOperation);
  const answered = await inItsPlace(server, requested, answerOperation);
  if (executed.errors) {
    const refusals = executed.errors.map(refusalOf);
    const [refusal] = 'json' in answered ? [] : (answered.errors ?? []).map(refusalOf);
    if (refusal === undefined || !refusals.includes(refusal))
      throw new Error(`Refused when executed (${refusals.join()}), but differently when compiled: ${refusal}`);
    return { refused: true, rows: 0, hasValidator: false };
  }
  const bySql = 'json' in answered;
  if (!bySql && answered.errors) throw new Error(`Refused only when compiled: ${JSON.stringify(answered.errors)}`);
  const text = bySql ? textOf(answered.json) : JSON.stringify(answered.data);
  const answer: Record<string, unknown> = JSON.parse(text);
  plant?.(answer);
  const [one, other] = [plant ? JSON.stringify(answer) : text, JSON.stringify(executed.data)];
  if (one !== other) throw new Error(differenceOf(one, other));
  const hasValidator = bySql && !plant && isQuery(requested) && (await compareValidated(server, requested, answered));
  return { refused: false, rows: bySql ? rowsOut(answer) : 0, hasValidator };
}

const isQuery = ({ document }: Pick<Case, 'document'>) => getOperationAST(document)?.operation === 'query';

/**
 * Compares the compiled answer of a query with the one that has a validator, and with that to a client which knows it.
 *
 * @returns whether it has a validator
 */
async function compareValidated(server: TestServer, requested: Case, plain: JsonAnswer): Promise<boolean> {
  const knowing = (known: string[]) =>
    inItsPlace(server, requested, (document, variables, context) =>
      answerOperation(document, variables, context, known),
    );
  const first = await knowing(['unknown']);
  if (!('json' in first)) throw new Error('With validators, the query is not answered by its statement.');
  if (textOf(first.json) !== textOf(plain.json)) throw new Error(differenceOf(textOf(first.json), textOf(plain.json)));
  if (first.isKnown) throw new Error('An unknown validator is known.');
  if (first.validator === undefined) return false;
  const again = await knowing(['unknown', first.validator]);
  if (!('json' in again) || !again.isKnown || again.validator !== first.validator)
    throw new Error('The validator of an answer is not known again.');
  if (/[{[]/.test(Object.values(again.json).join())) throw new Error('A known answer holds more than single values.');
  return true;
}

type JsonAnswer = { json: Readonly<Record<string, Buffer>> };

const textOf = (json: JsonAnswer['json']) => `{${Object.entries(json).map(([root, text]) => rootText(root, text))}}`;

/** A member of an answer; the key of a change has the member of its payload after a dot. */
function rootText(root: string, json: Buffer): string {
  const [first = '', ...members] = root.split('.').map((name) => JSON.stringify(name));
  return `${first}:${members.reduceRight((inner, name) => `{${name}:${inner}}`, String(json))}`;
}

/** The text of a refusal, without its path. @throws any error that is not a refusal */
export function refusalOf({ message, extensions, originalError }: GraphQLError): string {
  if (originalError && !('extensions' in originalError)) throw originalError;
  return JSON.stringify({ message, ...extensions });
}

type Runs<Answer> = (document: DocumentNode, variables: Variables, context: Context) => Promise<Answer>;

/**
 * Runs a case as a request does. Changes and drawn ids are rolled back, so that the other strategy has the same data.
 */
async function inItsPlace<Answer>(
  { db, services }: TestServer,
  { document, variables, userId, language }: Case,
  run: Runs<Answer>,
): Promise<Answer> {
  const actor = await actorOf(db, userId, services.clock());
  const context = await contextOf(services, {
    actor,
    channel: 'api',
    address: '192.0.2.1',
    requestId: 'equivalence',
    language,
  });
  if (isQuery({ document })) return run(document, variables, context);
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

/** The next values of the id sequences, which no rollback resets. @returns a function that resets them */
export async function drawnIds(db: PrismaClient): Promise<() => Promise<unknown>> {
  const next = await db.$queryRaw<{ name: string; last: number | null }[]>`
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
 * The number of returned rows: entries of lists and objects below the root fields. Root objects themselves, such as the
 * page information of a list, exist without rows; if an answer has nothing else, its non-zero and non-empty values
 * count.
 */
export function rowsOut(answer: Readonly<Record<string, unknown>>): number {
  const roots = Object.values(answer);
  const below = roots.flatMap((root) => (isObject(root) ? Object.values(root) : []));
  const isFlat = roots.every((root) => !Array.isArray(root)) && !below.some(isObject);
  if (isFlat) return [...roots, ...below].filter((value) => Boolean(value) && !isObject(value)).length;
  return roots.reduce<number>((sum, root) => sum + entriesIn(root), 0);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The number of list entries and objects within a value. */
function entriesIn(value: unknown): number {
  if (!isObject(value)) return 0;
  const isList = Array.isArray(value);
  return Object.values(value).reduce<number>(
    (sum, each) => sum + (isList || (isObject(each) && !Array.isArray(each)) ? 1 : 0) + entriesIn(each),
    0,
  );
}

/** Changes the first text or number in an answer. @returns whether there was one */
export function plantDifference(value: object): boolean {
  for (const [key, member] of Object.entries(value)) {
    if (typeof member === 'string') return Reflect.set(value, key, `${member} `);
    if (typeof member === 'number') return Reflect.set(value, key, member + 1);
    if (typeof member === 'object' && member !== null && plantDifference(member)) return true;
  }
  return false;
}
