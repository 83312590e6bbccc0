import type { Scope } from '@channel/graph';
import { OperationTypeNode } from 'graphql';
import { z } from 'zod';
import type { OperationReport } from '../graphql/check-operation.ts';
import { type ManifestOperation, manifestOf } from '../graphql/manifest.ts';

/** Operations of one request: with the longest texts its body stays within the default of `BODY_LIMIT_KB`. */
const AT_ONCE = 20;
const MAX_MS = 60_000;

const report = z.object({
  name: z.string(),
  type: z.enum(OperationTypeNode),
  id: z.string(),
  cost: z.object({ usual: z.number(), max: z.number() }).exactOptional(),
  execution: z.string().exactOptional(),
  // An API of another version may have others.
  scopes: z
    .array(z.custom<Scope>((scope) => typeof scope === 'string'))
    .nullable()
    .exactOptional(),
  isRegistered: z.boolean(),
  problems: z.array(z.string()),
  warnings: z.array(z.string()),
});
const reports = z.object({ operations: z.array(report) });
const refused = z.object({ errors: z.array(z.object({ message: z.string() })).min(1) });

/**
 * Lets a running API check operations.
 *
 * @param url the address of its `/graphql`
 * @param token a bearer of staff there
 * @returns a report for each operation, in their order
 * @throws with what to do: for another address, without a token, and where the API refuses or can't be reached
 */
export async function checkByApi(
  url: string,
  token: string | undefined,
  operations: readonly ManifestOperation[],
): Promise<OperationReport[]> {
  if (!/^https?:\/\/.+\/graphql$/.test(url) || !URL.canParse(url))
    throw new Error(`--url is the address of an API, such as https://api.example/graphql, not ${url}.`);
  if (!token) throw new Error('Set GRAPHQL_TOKEN to a bearer token of staff, such as that of a service account.');
  const checked: OperationReport[] = [];
  for (let begin = 0; begin < operations.length; begin += AT_ONCE)
    checked.push(...(await checkSome(`${url}/check`, token, operations.slice(begin, begin + AT_ONCE))));
  return checked;
}

async function checkSome(url: string, token: string, operations: readonly ManifestOperation[]) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: manifestOf(operations),
    // Another host must not receive the token.
    redirect: 'error',
    signal: AbortSignal.timeout(MAX_MS),
  }).catch((error: Error) => {
    const { cause } = error;
    throw new Error(`${url} does not answer: ${cause instanceof Error ? cause.message : error.message}.`);
  });
  const json: unknown = await response.json().catch(() => undefined);
  const { data } = reports.safeParse(json);
  if (response.ok && data?.operations.length === operations.length) return data.operations;
  const message = refused.safeParse(json).data?.errors[0]?.message;
  throw new Error(
    `${url} answered ${response.status}: ${message ?? 'it is no API of a version that checks operations.'}`,
  );
}
