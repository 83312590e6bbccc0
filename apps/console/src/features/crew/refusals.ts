import { isProblem, Problem } from '#lib/problem.ts';

/** Codes of requests that can never be taken, such as one with a character that no database stores. */
const UNUSABLE = ['BAD_REQUEST', 'BAD_USER_INPUT', 'GRAPHQL_VALIDATION_FAILED'];

/** Whether the server refused a request, which it would refuse again. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof Problem)) return false;
  if (['invalid', 'forbidden', 'not-found', 'conflict'].includes(error.kind)) return true;
  return error.kind === 'failed' && error.code !== undefined && UNUSABLE.includes(error.code);
}

/** Whether the server no longer knows an operation of this page, because it is a newer version. */
export const isOutdated = (error: unknown): boolean =>
  isProblem(error, 'failed') && error.code === 'PERSISTED_QUERY_NOT_FOUND';
