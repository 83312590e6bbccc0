import { type AnsweredError, GraphqlError } from './graphql-error.ts';
import { overNetwork } from './retry.ts';

/** What an operation cost, and what is left of the minute (docs/graphql.md). */
export type Cost = {
  /** The cost of the operation. */
  readonly requested: number;
  /** The cost that one operation may have. */
  readonly limit: number;
  /** The cost that the operations of the account may have until `resetsAt`; null where the minute has no limit. */
  readonly remaining: number | null;
  /** When `remaining` is full again. */
  readonly resetsAt: string;
};

/** An answer of `/graphql`. */
export type Answer = { data: unknown; errors: readonly AnsweredError[]; cost: Cost | null };

/**
 * Reads an answer.
 *
 * @throws {GraphqlError} with the code `UNKNOWN` for one that is not of the API
 */
export async function readAnswer(response: Response): Promise<Answer> {
  const text = await overNetwork(response.text());
  const { data, errors, extensions } = membersOf(text);
  if (data === undefined && !Array.isArray(errors)) throw new GraphqlError(response, []);
  // The API sends no other errors and costs.
  return {
    data: data ?? null,
    errors: Array.isArray(errors) ? (errors as AnsweredError[]) : [],
    cost: (Object(extensions).cost as Cost | undefined) ?? null,
  };
}

function membersOf(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
