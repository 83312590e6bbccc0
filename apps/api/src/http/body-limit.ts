import { HttpError } from 'graphql-rest-router';

/** The error for a body of more than this many bytes; undefined for any other error. */
export function tooLarge(error: unknown, bytes: number): HttpError | undefined {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'FST_ERR_CTP_BODY_TOO_LARGE') return undefined;
  return new HttpError(413, `The body is larger than ${bytes / 1_024} KB.`);
}
