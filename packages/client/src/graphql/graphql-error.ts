import { ChannelError } from '../errors.ts';

/** An error of an answer, as the API sent it. */
export type AnsweredError = {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: Readonly<Record<string, unknown>>;
};

/**
 * An answer with errors. All codes are in the guide (docs/graphql.md). `fields` has the messages by the dotted path of
 * the argument, such as `filter.endDate`.
 */
export class GraphqlError extends ChannelError {
  /** The code of the first error, such as `CONFLICT`; `UNKNOWN` where something other than the API answered. */
  readonly code: string;
  /** The path of the first error in the answer; null if the operation was not executed. */
  readonly path: readonly (string | number)[] | null;
  declare readonly retryAfter: number | null;
  /**
   * Why a cursor is refused: `CURSOR_MALFORMED`, `CURSOR_EXPIRED` or `CURSOR_UNKNOWN`; `IN_PROGRESS` where a change of
   * the same key still runs; null for other errors.
   */
  readonly reason: string | null;
  /** All errors, with everything that they hold, such as `made` and the present `version`. */
  readonly errors: readonly AnsweredError[];
  /** What the answer holds beside the errors; null if nothing. */
  readonly data: unknown;

  constructor(response: Response, errors: readonly AnsweredError[], data: unknown = null) {
    const [first] = errors;
    super(response, { meta: { message: first?.message }, errors: messagesByPath(errors) });
    const { code, retryAfter, reason } = first?.extensions ?? {};
    this.name = 'GraphqlError';
    this.code = typeof code === 'string' ? code : 'UNKNOWN';
    this.path = first?.path ?? null;
    if (typeof retryAfter === 'number') this.retryAfter = retryAfter;
    this.reason = typeof reason === 'string' ? reason : null;
    this.errors = errors;
    this.data = data;
  }
}

/** A mutation whose input is refused as data: its `userErrors`. Nothing was changed by the refused fields. */
export class RefusedError extends GraphqlError {
  constructor(response: Response, errors: readonly AnsweredError[], data: unknown) {
    super(response, errors, data);
    this.name = 'RefusedError';
  }
}

type UserError = {
  readonly code?: unknown;
  readonly path?: unknown;
  readonly message: string;
  readonly version?: unknown;
};

/**
 * The `userErrors` of all root fields of a mutation, in the form of its other errors.
 *
 * @param names by root field, the response keys of its `userErrors`
 */
export function userErrorsOf(data: unknown, names: ReadonlyMap<string, readonly string[]>): AnsweredError[] {
  return Object.entries(Object(data)).flatMap(([key, payload]) => {
    const userErrors = (names.get(key) ?? []).flatMap((name) => Object(payload)[name] ?? []);
    return userErrors.map(({ code, path, message, version }: UserError) => ({
      message,
      path: [key],
      extensions: {
        code,
        fields: Array.isArray(path) ? [{ path, message }] : [],
        ...(typeof version === 'number' ? { version } : {}),
      },
    }));
  });
}

function messagesByPath(errors: readonly AnsweredError[]): Record<string, string[]> {
  const messages: Record<string, string[]> = {};
  for (const { path, message } of errors.flatMap(({ extensions }) => fieldsOf(extensions?.fields))) {
    const name = [path].flat().join('.');
    if (name === '') continue;
    messages[name] = [...(messages[name] ?? []), message];
  }
  return messages;
}

const fieldsOf = (fields: unknown): { path: unknown; message: string }[] => (Array.isArray(fields) ? fields : []);
