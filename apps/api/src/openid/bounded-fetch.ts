/** The provider did not answer, not in time, with an error of its own, or with too much. */
export class ProviderAway extends Error {}

/** Maximum bytes of an answer; metadata and keys have a few thousand. */
const MAX_BYTES = 256 * 1_024;

type Requested = { method: string; headers: Record<string, string>; body?: unknown; signal?: AbortSignal };

/**
 * Sends a request to the provider and reads its whole answer. Redirects are not followed, so that requests go only to
 * the addresses that the settings and the provider's metadata name.
 *
 * @param isLocal whether the provider is on this machine: only then TLS is not required
 * @throws {ProviderAway}
 */
export async function boundedFetch(url: string, requested: Requested, isLocal: boolean): Promise<Response> {
  if (!isLocal && !url.startsWith('https:')) throw new ProviderAway('an address of its metadata is not https');
  try {
    const answer = await fetch(url, { ...(requested as RequestInit), redirect: 'manual' });
    if (answer.status >= 500) throw new ProviderAway(`it answered ${answer.status}`);
    const { status, headers } = answer;
    const body = await wholeBody(answer);
    return new Response(body.length === 0 ? null : body, { status, headers });
  } catch (error) {
    if (error instanceof ProviderAway) throw error;
    throw new ProviderAway(reasonOf(error));
  }
}

async function wholeBody({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop ends the connection.
    if (size > MAX_BYTES) throw new ProviderAway(`it answered with more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** Node's `fetch` stores the reason of a "fetch failed" error in its `cause`. */
function reasonOf(error: unknown): string {
  const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return reason instanceof Error ? reason.message : String(reason);
}
