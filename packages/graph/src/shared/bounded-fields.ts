import { defaultFieldResolver, type GraphQLSchema, getNamedType, isCompositeType, isObjectType } from 'graphql';
import type { Context, Work } from '../context.ts';
import { checkArguments } from './bounded-arguments.ts';
import { countStep, isTurnOver, nextTurn } from './turns.ts';

/** Entries of a list that are completed together. */
const FEW = 20;

/** Bytes of JSON around a member: quotes, colon and comma. */
const MARKS = 4;

/**
 * Has every field check the lists and texts in its arguments and count what it answers (see `Work`). Fields that answer objects yield
 * to other requests: what is below them is completed in turns, and not at all once the operation is over.
 */
export function boundFields(schema: GraphQLSchema): GraphQLSchema {
  const changes = schema.getMutationType();
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const resolve = field.resolve ?? defaultFieldResolver;
      const pass = isCompositeType(getNamedType(field.type)) ? passObjects : passLeaf;
      const { subscribe } = field;
      const takesArguments = field.args.length > 0;
      if (subscribe && takesArguments)
        field.subscribe = (source, args, context, info) => {
          checkArguments(field, args);
          return subscribe(source, args, context, info);
        };
      field.resolve = (source, args, context: Context, info) => {
        if (takesArguments && !subscribe) checkArguments(field, args);
        const value: unknown = resolve(source, args, context, info);
        const name = String(info.path.key).length + MARKS;
        const passed = (found: unknown) => {
          if (type === changes) context.work?.made?.(String(info.path.key));
          return pass(found, name, context.work);
        };
        return value instanceof Promise ? value.then(passed) : passed(value);
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

/** Bytes of values that are kept, by the value: an answer may hold one of them many times. */
const known = new WeakMap<object, number>();

/** About as many bytes as the JSON of a value has. */
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
  // Not thrown: executors lose sight of what else they wait for when a field of a list throws at once.
  if (work?.signal.aborted) return Promise.reject(work.signal.reason);
  if (isList && value.length > FEW) return inTurns(value);
  return isTurnOver() ? later(value, work) : value;
}

async function later(value: unknown, work: Work | undefined): Promise<unknown> {
  await nextTurn();
  work?.signal.throwIfAborted();
  return value;
}

/** Entries of a list, of which each few are there when there is time for them. None of them fails, as nobody may wait for it. */
function inTurns(values: readonly unknown[]): unknown[] {
  let turn: Promise<void> = Promise.resolve();
  return values.map((value, index) => {
    if (index < FEW) return value;
    if (index % FEW === 0) turn = turn.then(() => (isTurnOver() ? nextTurn() : undefined));
    return turn.then(() => value);
  });
}
