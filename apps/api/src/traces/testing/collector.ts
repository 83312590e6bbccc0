import { setTimeout as sleep } from 'node:timers/promises';
import { type Behaviour, type Receiver, startReceiver } from '@channel/webhooks/testing';

/** A span in the view of a collector. */
export type Exported = {
  service: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Record<string, unknown>;
  status: { code?: number };
};

type Value = { stringValue?: string; intValue?: number };
type Attributes = { key: string; value: Value }[];
type Body = {
  resourceSpans: {
    resource: { attributes: Attributes };
    scopeSpans: { spans: (Omit<Exported, 'service' | 'attributes'> & { attributes: Attributes })[] }[];
  }[];
};

/** A receiver of OTLP over HTTP, in JSON. */
export type Collector = Pick<Receiver, 'received' | 'close'> & {
  /** Its base address. */
  url: string;
  spans(): Exported[];
  /** All that it received, as text. */
  text(): string;
  /** Waits until a condition holds for its spans. @throws after ten seconds */
  until(isMet: (spans: Exported[]) => boolean): Promise<Exported[]>;
};

const TIMEOUT = 10_000;
const EMPTY: Behaviour = (response) => void response.setHeader('content-type', 'application/json').end('{}');

/** Starts a collector on loopback. */
export async function startCollector(behaviour = EMPTY): Promise<Collector> {
  const { received, close, url } = await startReceiver(behaviour);
  const spans = () => received.flatMap(({ body }) => spansOf(JSON.parse(body)));
  return {
    url: new URL(url).origin,
    received,
    close,
    spans,
    text: () => received.map(({ body }) => body).join('\n'),
    async until(isMet) {
      for (const end = performance.now() + TIMEOUT; !isMet(spans()); await sleep(10)) {
        if (performance.now() > end) throw new Error(`not met by ${JSON.stringify(spans(), null, 1)}`);
      }
      return spans();
    },
  };
}

const spansOf = ({ resourceSpans }: Body): Exported[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap((scope) =>
      scope.spans.map((span) => ({
        ...span,
        service: String(valuesOf(resource.attributes)['service.name']),
        attributes: valuesOf(span.attributes),
      })),
    ),
  );

const valuesOf = (attributes: Attributes): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));
