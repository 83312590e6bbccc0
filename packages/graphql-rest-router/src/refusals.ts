/** An error status and its meaning. */
export interface Refusal {
  /** Its name among the responses of the OpenAPI document. */
  readonly name: string;
  /** When it is returned, for clients. */
  readonly meaning: string;
  /**
   * The message when the server itself refuses a request, whatever its route; absent for statuses that only routes
   * return.
   */
  readonly message?: string;
}

/** Every error status. */
export const REFUSALS: Readonly<Record<number, Refusal>> = {
  400: {
    name: 'Malformed',
    meaning: 'The address, a header or the JSON of the body is malformed.',
    message: 'The request is malformed.',
  },
  401: { name: 'WrongCredentials', meaning: 'The credentials in the request were refused.' },
  403: { name: 'Forbidden', meaning: 'The caller is not allowed to do this.' },
  404: { name: 'NotFound', meaning: 'The resource does not exist, or the caller may not see it.' },
  408: {
    name: 'Timeout',
    meaning: 'The request took too long to arrive; the connection is closed.',
    message: 'The request took too long to arrive.',
  },
  409: { name: 'Conflict', meaning: 'The request conflicts with the current state.' },
  412: { name: 'Changed', meaning: 'The resource no longer has the version in `If-Match`.' },
  413: {
    name: 'BodyTooLarge',
    meaning: 'The body is larger than the server accepts.',
    message: 'The body is too large.',
  },
  415: {
    name: 'UnsupportedMediaType',
    meaning: 'The `Content-Type` of the body is not supported, or the body has a `Content-Encoding`.',
    message: 'The body must be sent as application/json.',
  },
  417: {
    name: 'ExpectationFailed',
    meaning: 'The `Expect` header is not `100-continue`.',
    message: 'Expectation Failed.',
  },
  422: { name: 'Invalid', meaning: 'Members are invalid.' },
  429: { name: 'TooManyRequests', meaning: 'There were too many requests; `Retry-After` says when to retry.' },
  431: {
    name: 'HeadersTooLarge',
    meaning: 'URL and headers together are larger than the server accepts.',
    message: 'The headers are too large.',
  },
  500: { name: 'Unexpected', meaning: 'An internal server error.' },
  503: {
    name: 'Unavailable',
    meaning: 'The server is busy, shutting down or without its database; `Retry-After` says when to retry.',
    message: 'The server is shutting down.',
  },
};

/** Error statuses that any request can receive, whatever its route. */
export const OF_ANY_REQUEST: readonly number[] = Object.keys(REFUSALS)
  .map(Number)
  .filter((status) => status === 500 || REFUSALS[status]?.message !== undefined);
