import { defaultFieldResolver, type GraphQLSchema, getNamedType, isCompositeType, isObjectType } from 'graphql';
import type { Context, Work } from '../context.ts';
import { checkScopes } from '../scopes/check-scopes.ts';
import { checkArguments } from './bounded-arguments.ts';
import { answeringPayload } from './payloads.ts';
import { countStep, isTurnOver, nextTurn } from './turns.ts';

/** Number of list entries that are completed together. */
const ENTRIES_PER_CHUNK = 20;

/** Bytes of JSON around a member: quotes, colon and comma. */
const MARKS = 4;

/**
 * Makes every root field check the scopes of the caller (see `checkScopes`), and every field check the lists and texts in
 * its arguments and count the objects, the promises of scalars and the
 * bytes of its answer (see `Work`). Fields that answer with objects yield to other requests: their members are completed
 * in turns, and not at all once the operation is aborted.
 */
export function boundFields(schema: GraphQLSchema): GraphQLSchema {
  const changes = schema.getMutationType();
  const roots = [schema.getQueryType(), changes, schema.getSubscriptionType()];
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    const isRoot = roots.includes(type);
    for (const field of Object.values(type.getFields())) {
      const resolve = field.resolve ?? defaultFieldResolver;
      const isLeaf = !isCompositeType(getNamedType(field.type));
      const pass = isLeaf ? passLeaf : passObjects;
      const { subscribe } = field;
      const takesArguments = field.args.length > 0;
      if (subscribe)
        field.subscribe = (source, args, context: Context, info) => {
          checkScopes(context, info);
          checkArguments(field, args);
          return subscribe(source, args, context, info);
        };
      const resolveBounded: typeof resolve = (source, args, context, info) => {
        if (takesArguments && !subscribe) checkArguments(field, args);
        return resolve(source, args, context, info);
      };
      const isChange = type === changes;
      const answer = isChange ? answeringPayload(field, resolveBounded) : resolveBounded;
      field.resolve = (source, args, context: Context, info) => {
        if (isRoot) checkScopes(context, info);
        const value: unknown = answer(source, args, context, info);
        const name = String(info.path.key).length + MARKS;
        const passed = (found: unknown) => {
          if (isChange) context.work?.made?.(String(info.path.key));
          return pass(found, name, context.work);
        };
        if (!(value instanceof Promise)) return passed(value);
        // Promises that settle together run without a turn in between, so their number is bounded as that of objects.
        if (isLeaf && !context.work?.signal.aborted) context.work?.objects(1);
        return value.then(passed);
      };
    }
  }
  return schema;
}

function passLeaf(value: unknown, name: number, work: Work | undefined): unknown {
  countStep();
  work?.bytes(name + bytesOf(value));
  return value;
}

/** The counted bytes of object values, by value: an answer may hold the same value many times. */
const known = new WeakMap<object, number>();

/** The approximate number of bytes of a value's JSON. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 4;
  let bytes = known.get(value);
  if (bytes === undefined) {
    bytes = JSON.stringify(value)?.length ?? 4;
    known.set(value, bytes);
  }
  return bytes;
}

function passObjects(value: unknown, name: number, work: Work | undefined): unknown {
  if (value === null || value === undefined) return value;
  const isList = Array.isArray(value);
  if (!work?.signal.aborted) {
    work?.bytes(name);
    work?.objects(isList ? value.length : 1);
  }
  // A rejected promise instead of a throw: executors stop awaiting other pending fields when a list's field throws
  // synchronously.
  if (work?.signal.aborted) return Promise.reject(work.signal.reason);
  if (isList && value.length > ENTRIES_PER_CHUNK) return inTurns(value, work);
  return isTurnOver() ? later(value, work) : value;
}

async function later(value: unknown, work: Work | undefined): Promise<unknown> {
  await nextTurn();
  work?.signal.throwIfAborted();
  return value;
}

/**
 * The entries of a list; each further chunk resolves in a later turn, to an error once the operation is aborted. No entry
 * rejects, because it may not be awaited.
 */
function inTurns(values: readonly unknown[], work: Work | undefined): unknown[] {
  let turn: Promise<void> = Promise.resolve();
  return values.map((value, index) => {
    if (index < ENTRIES_PER_CHUNK) return value;
    if (index % ENTRIES_PER_CHUNK === 0) turn = turn.then(() => (isTurnOver() ? nextTurn() : undefined));
    return turn.then(() => (work?.signal.aborted ? work.signal.reason : value));
  });
}
