import { builder } from '../builder.ts';
import { DomainError, type ErrorCode, type FieldError } from '../errors.ts';
import { refusalText } from '../refusals/refusal-text.ts';

export const UserErrorCode = builder.enumType('UserErrorCode', {
  description: 'Why a change was not made.',
  values: {
    VALIDATION: { description: 'The value at the path does not hold.' },
    CONFLICT: { description: 'The current state does not allow it: read again, and decide again.' },
    NOT_FOUND: { description: 'It does not exist, or the viewer may not see it.' },
    FORBIDDEN: { description: 'The viewer may not change it.' },
    PRECONDITION_FAILED: { description: 'It has another version than the expected one: read again.' },
  } as const,
});

type Code = typeof UserErrorCode.$inferType;

/** A reason for which a change was not made. */
export type UserErrorShape = { code: Code; path: string[]; message: string; version: number | null };

export const UserError = builder.objectRef<UserErrorShape>('UserError').implement({
  description: 'A reason for which a change was not made, and which the caller can correct.',
  fields: (t) => ({
    code: t.expose('code', { type: UserErrorCode, description: 'The kind of reason.' }),
    path: t.exposeStringList('path', {
      description: 'The value that it is about, from the arguments of the field on; empty: the change as a whole.',
    }),
    message: t.string({
      description: 'A sentence for people, in the language of the request.',
      resolve: ({ message }, _args, { sentenceLang }) => refusalText(message, sentenceLang),
    }),
    version: t.exposeInt('version', {
      nullable: true,
      description: 'The present version of what was to be changed; null unless another one was expected.',
    }),
  }),
});

const CODES: Readonly<Record<Code, true>> = {
  VALIDATION: true,
  CONFLICT: true,
  NOT_FOUND: true,
  FORBIDDEN: true,
  PRECONDITION_FAILED: true,
};

const isUserErrorCode = (code: ErrorCode): code is Code => Object.hasOwn(CODES, code);

/** Whether an error is an expected one, which the caller can correct. Missing scopes are about the whole operation. */
export const isUserError = (error: unknown): error is DomainError & { code: Code } =>
  error instanceof DomainError && isUserErrorCode(error.code) && error.extensions.scopes === undefined;

/** The reasons in an expected error: one for each field of a validation error, else one. */
export function userErrorsOf(error: DomainError & { code: Code }): UserErrorShape[] {
  const { code, extensions } = error;
  // Only `invalid` writes fields, in this shape.
  const fields = (extensions.fields ?? []) as FieldError[];
  if (code === 'VALIDATION' && fields.length > 0)
    return fields.map(({ path, message }) => ({ code, path: path.map(String), message, version: null }));
  const version = typeof extensions.version === 'number' ? extensions.version : null;
  return [{ code, path: [], message: error.message, version }];
}

const refused = new WeakMap<object, readonly UserErrorShape[]>();

/** Marks the value of a mutation that made no change, although it has no error, with the reasons. @returns the value */
export function refusedWhole<Value extends object>(value: Value, reasons: readonly UserErrorShape[]): Value {
  refused.set(value, reasons);
  return value;
}

/** Why a mutation made no change, from its value; undefined unless `refusedWhole` marked it. */
export const refusalOfWhole = (value: unknown): readonly UserErrorShape[] | undefined =>
  typeof value === 'object' && value !== null ? refused.get(value) : undefined;
