import type { z } from 'zod';
import { isPlainObject } from './casing.ts';
import { withoutBlanks } from './empty-input.ts';
import { type FieldError, InvalidInput } from './http-errors.ts';
import { MAX_PARAMETERS } from './query-string.ts';

// One request can hold a hundred thousand invalid members; a longer list of field errors helps no client.
export const MAX_FIELD_ERRORS = 100;

/**
 * Merges query string and JSON body; where both have a member, the query wins.
 * Bracketed names in the body (`{"filter[name]": "x"}`) mean the same as in a query. Blanks mean "not given".
 * Throws InvalidInput when the body is not a JSON object, or holds more bracketed names than a query may.
 */
export function mergedInput(query: unknown, body: unknown): Record<string, unknown> {
  // `withoutBlanks` copies: what is changed here is not the body of the request.
  const merged = objectOf(withoutBlanks(body));
  return merge(merge(merged, takeBracketed(merged)), objectOf(withoutBlanks(query)));
}

/**
 * The JSON object of a body; `{}` for no body and for `[]`, PHP's empty object. Throws InvalidInput for anything else.
 */
export function objectOf(body: unknown): Record<string, unknown> {
  if (body === undefined || (Array.isArray(body) && body.length === 0)) return {};
  if (isPlainObject(body)) return body;
  throw new InvalidInput([{ path: [], message: 'must be a JSON object' }]);
}

/** Validates a value; the result holds only members of the schema. Throws InvalidInput with every field error. */
export function checked<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const read = schema.safeParse(value, { error: containerError });
  if (read.success) return read.data;
  throw new InvalidInput(read.error.issues.flatMap((issue) => fieldErrorsOf(issue)).slice(0, MAX_FIELD_ERRORS));
}

function fieldErrorsOf(issue: z.core.$ZodIssue, above: FieldError['path'] = []): FieldError[] {
  const path = [...above, ...issue.path.map((step) => (typeof step === 'number' ? step : String(step)))];
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: [...path, key], message: 'is not a known member' }));
  const meant = issue.code === 'invalid_union' ? issue.errors.find(isWithin) : undefined;
  return meant?.flatMap((each) => fieldErrorsOf(each, path)) ?? [{ path, message: issue.message }];
}

/** For a union, the member that the value was meant to match: its type is right, and only its members are invalid. */
const isWithin = (issues: readonly z.core.$ZodIssue[]) =>
  issues.length > 0 && issues.every(({ path }) => path.length > 0);

// Scalars have their own messages (see wire.ts); this one is for objects and lists, and for plain zod types.
function containerError(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'is required';
  if (issue.code === 'invalid_type') return `must be ${EXPECTED[issue.expected] ?? `of type ${issue.expected}`}`;
  return issue.code === 'invalid_union' ? 'has none of the accepted forms' : 'is not valid';
}

const EXPECTED: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'a list',
  string: 'text',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
};

/**
 * Merges into `under`, which it changes: a copy of thousands of members takes longer than all other work on them.
 * Neither has a member `__proto__`: `withoutBlanks` and `put` leave it out.
 */
function merge(under: Record<string, unknown>, over: Record<string, unknown>): Record<string, unknown> {
  for (const [name, value] of Object.entries(over)) {
    const below = Object.hasOwn(under, name) ? under[name] : undefined;
    under[name] = isPlainObject(below) && isPlainObject(value) ? merge(below, value) : value;
  }
  return under;
}

/** Takes the members with bracketed names out of the body, and returns what they mean. */
function takeBracketed(body: Record<string, unknown>): Record<string, unknown> {
  const bracketed: Record<string, unknown> = {};
  let count = 0;
  for (const name of Object.keys(body)) {
    const [, head, rest] = /^(\w+)((?:\[\w+\]){1,5})$/.exec(name) ?? [];
    if (head === undefined || rest === undefined) continue;
    count += 1;
    if (count > MAX_PARAMETERS) {
      throw new InvalidInput([{ path: [], message: `must hold at most ${MAX_PARAMETERS} names with brackets` }]);
    }
    put(bracketed, [head, ...rest.slice(1, -1).split('][')], body[name]);
    delete body[name];
  }
  return bracketed;
}

/** Sets a member by its path. It changes `under` in place, because a body may have a thousand bracketed names. */
function put(under: Record<string, unknown>, [name = '', ...names]: readonly string[], value: unknown): void {
  // An assignment to this name would swap the prototype.
  if (name === '__proto__') return;
  const below = Object.hasOwn(under, name) ? under[name] : undefined;
  const inner = isPlainObject(below) ? below : {};
  if (names.length > 0) {
    under[name] = inner;
    put(inner, names, value);
  } else under[name] = isPlainObject(value) ? merge(inner, value) : value;
}
