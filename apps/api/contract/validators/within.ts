import { actorOf } from '@channel/auth';
import { answerOperation, type Context, compilationOf, createLoaders } from '@channel/graph';
import type { Tx } from '@channel/prisma';
import { contextOf } from '../../src/context.ts';
import type { TestServer } from '../../src/testing/index.ts';
import { type Read, readsOf, urlOf, variablesOf } from './reads.ts';
import type { Scene } from './scene.ts';

/** A read of a user, as it was answered before a change. */
export type Before = { name: string; read: Read; context: Context; text: string; validator: string; statement: string };

type Answered = { text: string; validator: string | undefined; isKnown: boolean };

/** The answer to a read without HTTP, also within a transaction that is rolled back. */
export async function answerTo({ read, context }: Pick<Before, 'read' | 'context'>, known: string[], tx?: Tx) {
  const within = tx ? { ...context, db: tx, loaders: createLoaders(tx) } : context;
  const answer = await answerOperation(read.route.operation.document, variablesOf(read), within, known);
  if (!('json' in answer)) return undefined;
  const { json, validator, isKnown } = answer;
  return { text: Object.entries(json).join(), validator, isKnown } satisfies Answered;
}

/** The text of the statement that answers a read. */
export async function statementFor(read: Read, context: Context): Promise<string> {
  const compilation = compilationOf(read.route.operation.document);
  if (!('compiled' in compilation)) throw new Error(`${read.operation} is not compiled.`);
  return (await compilation.compiled.statement(variablesOf(read), context))?.text ?? '';
}

/** All reads of the users of a scene that are answered with 200, with their answers. */
export async function readsBefore(server: TestServer, scene: Scene): Promise<Before[]> {
  const { db, services } = server;
  const all: Before[] = [];
  for (const [user, { id, role }] of Object.entries(scene.users)) {
    const actor = await actorOf(db, id, services.clock());
    for (const read of readsOf(server, scene, role.id)) {
      const context = await contextOf(services, {
        actor,
        channel: 'api',
        address: '192.0.2.1',
        requestId: 'read',
        language: 'en',
      });
      const answer = await answerTo({ read, context }, []);
      if (!answer) continue;
      const name = `${user} ${urlOf(read)}`;
      const { text, validator } = answer;
      if (!validator) throw new Error(`${name} has no validator.`);
      all.push({ name, read, context, text, validator, statement: await statementFor(read, context) });
    }
  }
  return all;
}
