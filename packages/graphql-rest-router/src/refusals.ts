/** A status with which requests are refused. */
export interface Refusal {
  /** Its name among the responses of the OpenAPI document. */
  readonly name: string;
  /** When it is answered, for clients. */
  readonly meaning: string;
  /** Message of the server's own refusal, which any request can meet, whatever its route; without it only routes refuse so. */
  readonly message?: string;
}

/** Every status with which a request is refused. */
export const REFUSALS: Readonly<Record<number, Refusal>> = {
  400: {
    name: 'Malformed',
    meaning: 'The address, a header or the JSON of the body is malformed.',
    message: 'The request is malformed.',
  },
  401: { name: 'WrongCredentials', meaning: 'The credentials in the request were refused.' },
  403: { name: 'Forbidden', meaning: 'The caller is not allowed to do this.' },
  404: { name: 'NotFound', meaning: 'Nothing is there, or nothing that the caller may see.' },
  408: {
    name: 'Timeout',
    meaning: 'The request took too long to arrive; the connection is closed.',
    message: 'The request took too long to arrive.',
  },
  409: { name: 'Conflict', meaning: 'The request contradicts the present state.' },
  412: { name: 'Changed', meaning: 'What the request changes is no longer the version that `If-Match` names.' },
  413: {
    name: 'BodyTooLarge',
    meaning: 'The body is larger than the server reads.',
    message: 'The body is too large.',
  },
  415: {
    name: 'UnsupportedMediaType',
    meaning: 'The `Content-Type` of the body is none that is read here, or it has a `Content-Encoding`.',
    message: 'The body must be sent as application/json.',
  },
  417: {
    name: 'ExpectationFailed',
    meaning: 'The `Expect` header asks for something other than `100-continue`.',
    message: 'Expectation Failed.',
  },
  422: { name: 'Invalid', meaning: 'Members were refused; `errors` names each by its dotted path.' },
  429: { name: 'TooManyRequests', meaning: 'There were too many requests; `Retry-After` says when to come back.' },
  431: {
    name: 'HeadersTooLarge',
    meaning: 'Address and headers together are larger than the server reads.',
    message: 'The headers are too large.',
  },
  500: { name: 'Unexpected', meaning: 'A failure on our side; `tracking_id` equals the header X-Request-Id.' },
  503: {
    name: 'Unavailable',
    meaning: 'The server is busy, shutting down or without its database; `Retry-After` says when to come back.',
    message: 'The server is shutting down.',
  },
};

/** Statuses with which the server itself can refuse any request. */
export const OF_ANY_REQUEST: readonly number[] = Object.keys(REFUSALS)
  .map(Number)
  .filter((status) => status === 500 || REFUSALS[status]?.message !== undefined);
