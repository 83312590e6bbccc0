import type { PersistedOperation } from '../operation.ts';
import type { JsonSchema } from './json-schema.ts';
import { openFactMark } from './open-facts.ts';
import type { Parameter } from './request-schema.ts';

/** A request that the host sends to its subscribers, with a body made from a persisted operation. */
export interface Webhook {
  /** Its name among the webhooks, such as the kind of event. */
  readonly name: string;
  /** Unique among all operation ids. */
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  readonly tags?: readonly string[];
  readonly openFacts?: readonly string[];
  /** The request headers, as OpenAPI parameters. */
  readonly headers: readonly Parameter[];
  /** The meaning of the receiver's answers, by status or range such as `2XX`. */
  readonly answers: Readonly<Record<string, string>>;
  /** The body, put together from the values of root fields (never null) of operations. */
  readonly body: (rootShape: RootShape) => JsonSchema;
}

/** The schema of a root field's value. */
export type RootShape = (operation: PersistedOperation, root: string) => JsonSchema;

/** The path item of a webhook. It needs none of the credentials of the API. */
export function webhookItem(webhook: Webhook, rootShape: RootShape): JsonSchema {
  const { id, summary, description, tags, openFacts, headers, answers, body } = webhook;
  return {
    post: {
      operationId: id,
      summary,
      description,
      ...(tags === undefined ? {} : { tags }),
      ...openFactMark(openFacts),
      security: [],
      parameters: headers,
      requestBody: { required: true, content: { 'application/json': { schema: body(rootShape) } } },
      responses: Object.fromEntries(
        Object.entries(answers).map(([status, meaning]) => [status, { description: meaning }]),
      ),
    },
  };
}
