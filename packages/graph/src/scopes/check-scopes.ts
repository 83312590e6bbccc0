import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import type { Actor, Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { scopeOfNode } from './domains.ts';
import { type Need, neededScopes } from './needed-scopes.ts';
import { hasScope, type Scope } from './scopes.ts';

type Request = Pick<GraphQLResolveInfo, 'schema' | 'operation' | 'fragments'>;

const knownNeeds = new WeakMap<OperationDefinitionNode, Need[]>();

/** What an operation needs, computed once for each document. */
function needsOf(operation: OperationDefinitionNode, compute: () => Need[]): Need[] {
  const needs = knownNeeds.get(operation) ?? compute();
  knownNeeds.set(operation, needs);
  return needs;
}

const lackedBy = (actor: Actor, needs: Need[]): Need[] =>
  needs.filter(({ scope }) => scope === null || !hasScope(actor, scope));

/**
 * Refuses a whole operation whose document needs more than the scopes of the service account that sends it. Every root
 * field calls it before it does anything, so it holds at every entry point.
 *
 * @throws forbidden, with the missing scopes and the first field that needs each of them
 */
export function checkScopes({ actor }: Context, { schema, operation, fragments }: Request): void {
  if (!actor?.service) return;
  refuse(
    lackedBy(
      actor,
      needsOf(operation, () => neededScopes(schema, operation, fragments)),
    ),
  );
}

/** Refuses ids of entities that the scopes of a service account do not allow to read. @throws forbidden, with paths */
export function checkNodeScopes(
  { actor }: Context,
  nodes: readonly { type: string; path: (string | number)[] }[],
): void {
  if (!actor?.service) return;
  refuse(
    lackedBy(
      actor,
      nodes.map(({ type, path }) => ({ scope: scopeOfNode(type), path })),
    ),
  );
}

function refuse(lacked: Need[]): void {
  if (lacked.length === 0) return;
  const isForPeople = lacked.some(({ scope }) => scope === null);
  // No scope helps where people alone may do something.
  const scopes = isForPeople ? [] : [...new Set(lacked.flatMap(({ scope }) => scope ?? []))];
  const fields = lacked.map(({ scope, path }) => ({
    path,
    message: scope ? `needs the scope ${scope}.` : 'is not available to service accounts.',
  }));
  throw new DomainError(
    'FORBIDDEN',
    isForPeople
      ? 'This is not available to service accounts.'
      : `The service account lacks the scopes ${scopes.join(', ')}.`,
    { scopes, fields },
  );
}

/**
 * Whether the scopes of the actor suffice for an operation of a validated document.
 *
 * @param operationName its name; not needed where it is the only one
 */
export function isWithinScopes(
  schema: GraphQLSchema,
  document: DocumentNode,
  actor: Actor | null,
  operationName?: string | null,
): boolean {
  const operation = getOperationAST(document, operationName);
  if (!actor?.service || !operation) return true;
  return lackedBy(actor, needsIn(schema, operation, document)).length === 0;
}

/** The scopes that the only operation of a validated document needs; null for what only people may do. */
export function scopesOf(schema: GraphQLSchema, document: DocumentNode): Scope[] | null {
  const operation = getOperationAST(document);
  const needs = operation ? needsIn(schema, operation, document) : [];
  const scopes = needs.flatMap(({ scope }) => scope ?? []);
  return scopes.length < needs.length ? null : scopes.sort();
}

const needsIn = (schema: GraphQLSchema, operation: OperationDefinitionNode, document: DocumentNode): Need[] =>
  needsOf(operation, () => neededScopes(schema, operation, fragmentsOf(document)));

/** The fragments of a document, by name. */
export const fragmentsOf = ({ definitions }: DocumentNode): Record<string, FragmentDefinitionNode> =>
  Object.fromEntries(
    definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition]] : [],
    ),
  );
