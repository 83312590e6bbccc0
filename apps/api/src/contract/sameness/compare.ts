import { actorOf } from '@channel/auth';
import { answerOperation, type Context, compilationOf, executeOperation } from '@channel/graph';
import { inTransaction } from '@channel/prisma';
import { type DocumentNode, getOperationAST } from 'graphql';
import { contextOf } from '../../context.ts';
import type { TestServer } from '../../testing/index.ts';

export type Variables = Record<string, unknown>;

/** One case: an operation, what it is asked, by whom and in which language. */
export type Case = { document: DocumentNode; variables: Variables; userId: number; language: string };

/** What became of a case; `rows` counts the objects in the answer. */
export type Outcome = { refused: boolean; rows: number };

/** Changes a compiled answer, to see that it is noticed. */
export type Plant = (answer: Record<string, unknown>) => void;

/**
 * Compares what a case answers compiled with what it answers executed.
 *
 * @throws where they differ, byte for byte of canonical JSON, or where only one of them refuses
 */
export async function compare(server: TestServer, asked: Case, plant?: Plant): Promise<Outcome> {
  if (!('compiled' in compilationOf(asked.document))) throw new Error('the operation is not compiled');
  const executed = await inItsPlace(server, asked, executeOperation);
  const answered = await inItsPlace(server, asked, answerOperation);
  if (executed.errors) {
    const messages = executed.errors.map(({ message }) => message);
    const message = 'json' in answered ? undefined : answered.errors?.[0]?.message;
    if (message === undefined || !messages.includes(message))
      throw new Error(`refused when executed (${messages.join()}), but not when compiled: ${message}`);
    return { refused: true, rows: 0 };
  }
  if (!('json' in answered)) throw new Error(`refused when compiled alone: ${JSON.stringify(answered.errors)}`);
  const answer = Object.fromEntries(
    Object.entries(answered.json).map(([root, text]) => [root, JSON.parse(String(text))]),
  );
  plant?.(answer);
  const [one, other] = [JSON.stringify(answer), JSON.stringify(executed.data)];
  if (one !== other) throw new Error(differenceOf(one, other));
  return { refused: false, rows: objectsIn(answer) };
}

type Runs<Answer> = (document: DocumentNode, variables: Variables, context: Context) => Promise<Answer>;

/** Runs a case as a request would; a change is undone, so that the other way finds the same world. */
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
  await inTransaction(db, async (tx) => {
    answer = await run(document, variables, { ...context, db: tx });
    throw undone;
  }).catch((error: unknown) => {
    if (error !== undone) throw error;
  });
  if (answer === undefined) throw undone;
  return answer;
}

const AROUND = 120;

function differenceOf(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const near = (text: string) => text.slice(Math.max(0, at - AROUND), at + AROUND);
  return `compiled …${near(one)}…\nexecuted …${near(other)}…`;
}

/** Objects at any depth: rows that came out. */
function objectsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inside = Object.values(value).reduce<number>((sum, each) => sum + objectsIn(each), 0);
  return Array.isArray(value) ? inside : inside + 1;
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
