import type { Answer } from '../../src/testing/index.ts';
import * as shapes from '../shapes.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Violations in an answer that the document does not express: failures of the server, and refusals of unknown shape.
 */
export function violationsOf(method: string, { status, headers, json }: Answer): string[] {
  const isRefusal = status >= 400;
  const violations: [boolean, string][] = [
    [status >= 500, 'a failure of the server'],
    [status === 429, 'the sender is throttled'],
    [!UUID.test(String(headers['x-request-id'])), 'X-Request-Id is no UUID'],
    [isRefusal && headers['content-type'] !== JSON_TYPE, `a refusal of type ${headers['content-type']}`],
    [isRefusal && method !== 'HEAD' && !isKnown(status, json), 'a refusal of unknown shape'],
  ];
  return violations.flatMap(([isViolated, text]) => (isViolated ? [text] : []));
}

function isKnown(status: number, json: unknown): boolean {
  if (status === 422) return shapes.invalid.safeParse(json).success;
  if (status === 401 && shapes.unauthenticated.safeParse(json).success) return true;
  return shapes.planned.safeParse(json).success;
}
