import { randomUUID } from 'node:crypto';
import { actorOf } from '@channel/auth';
import { executeOperation, likeText } from '@channel/graph';
import { parse } from 'graphql';
import { contextOf, type Services } from '../context.ts';

/* Commands that act as a user: by GraphQL operations, with the rights of the user and the same audit log. */

/** A message for the user of the command, who made a mistake. */
export class Refused extends Error {}

/** Executes an operation. @throws {Refused} with what the operation refuses */
export type Send = <Data>(document: string, variables?: Record<string, unknown>) => Promise<Data>;

/** The id of an enabled person. @throws {Refused} naming the option that holds an unknown user name */
export async function personOf({ db }: Services, username: string, option: string): Promise<number> {
  const user = await db.user.findFirst({
    where: { username: { equals: likeText(username), mode: 'insensitive' }, kind: 'person', disabledAt: null },
    select: { id: true },
  });
  if (!user) throw new Refused(`--${option} must be the user name of an enabled person.`);
  return user.id;
}

type Reading = {
  /** Names a member of the input in a message. */
  nameOf: (path: readonly string[]) => string;
  /** What a caller gets of the data of an operation; default the data. */
  read?: (data: Record<string, unknown>, document: string) => unknown;
};

/** Executes operations as a user. Each has its own context, as a request has. */
export const senderOf =
  (services: Services, userId: number, { nameOf, read = (data) => data }: Reading): Send =>
  async <Data>(document: string, variables: Record<string, unknown> = {}) => {
    const actor = await actorOf(services.db, userId, services.clock());
    const context = await contextOf(services, { actor, channel: 'system', address: null, requestId: randomUUID() });
    const { data, errors } = await executeOperation(parse(document), variables, context);
    const [error] = errors ?? [];
    // The document determines the type.
    if (!error) return read(data ?? {}, document) as Data;
    if (error.originalError && typeof error.extensions.code !== 'string') throw error.originalError;
    const { fields } = error.extensions as { fields?: { path: string[]; message: string }[] };
    throw new Refused(
      (fields ?? []).map(({ path, message }) => `${nameOf(path)} ${message}`).join('\n') || error.message,
    );
  };
