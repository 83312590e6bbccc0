import { undeclaredStrategy } from '@channel/graph';
import type { DocumentNode } from 'graphql';
import type { PersistedDocument } from './persisted.ts';

/** An operation of this server, with the entry point that it belongs to. */
export type OwnedOperation = { owner: string; name: string; document: DocumentNode };

/**
 * Whether a document of this server may be answered by its statement: `/graphql` executes all changes and subscriptions
 * of the console field by field. The documents of tools belong to the operator, who sees their strategy in
 * `npm run operations`.
 */
export const isOwnOperation = ({ owner, kind }: Pick<PersistedDocument, 'owner' | 'kind'>): boolean =>
  owner === 'v1' || (owner === 'console' && kind === 'query');

/** Operations that are not executed as they declare; the message has a line for each. */
export class StrategyError extends Error {}

/**
 * Checks that each operation is compiled to a statement, or declares with `@executed` that it is not. A change of a
 * document or of a field would otherwise make an operation several times slower without a message.
 *
 * @throws {StrategyError} that names the operations, with the field and the reason
 */
export function checkStrategies(operations: readonly OwnedOperation[]): void {
  const lines = operations.flatMap(({ owner, name, document }) => {
    const violation = undeclaredStrategy(document);
    return violation === undefined ? [] : [`The operation ${name} of ${owner} is refused: ${violation}.`];
  });
  if (lines.length > 0) throw new StrategyError(lines.join('\n'));
}
