/** An error response of the API. */
export class ChannelError extends Error {
  /** The HTTP status. */
  readonly status: number;
  /** Field errors (422): messages by dotted path, such as `leader.email`. Empty for other errors. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** The id of the request, for support. */
  readonly requestId: string | null;
  /** Seconds after which the same request may succeed (429 and 503). */
  readonly retryAfter: number | null;

  constructor({ status, headers }: Response, body: unknown) {
    super(messageOf(body) ?? `The API answered with ${status}.`);
    this.name = 'ChannelError';
    this.status = status;
    this.fields = fieldsOf(body);
    this.requestId = headers.get('x-request-id');
    const seconds = Number.parseInt(headers.get('retry-after') ?? '', 10);
    this.retryAfter = Number.isNaN(seconds) ? null : seconds;
  }
}

type Outcome = { readonly data?: unknown; readonly error?: unknown; readonly response: Response };

/**
 * Returns the answer of a call, or throws: `const { data } = await answered(api.GET('/v1/orders'))`.
 *
 * @throws {ChannelError} for an error response
 */
export async function answered<Result extends Outcome>(
  call: Promise<Result>,
): Promise<Exclude<Result['data'], undefined>> {
  const { data, error, response } = await call;
  if (!response.ok) throw new ChannelError(response, error);
  return data as Exclude<Result['data'], undefined>;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function messageOf(body: unknown): string | undefined {
  const holder = isObject(body) && isObject(body.meta) ? body.meta : body;
  return isObject(holder) && typeof holder.message === 'string' ? holder.message : undefined;
}

function fieldsOf(body: unknown): Record<string, readonly string[]> {
  if (!isObject(body) || !isObject(body.errors)) return {};
  return Object.fromEntries(
    Object.entries(body.errors).flatMap(([path, messages]) =>
      Array.isArray(messages) ? [[path, messages.map(String)]] : [],
    ),
  );
}
