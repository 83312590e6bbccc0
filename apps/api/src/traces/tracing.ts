import { AsyncLocalStorage } from 'node:async_hooks';
import type { TraceContext } from './traceparent.ts';

/** What a span is about. Attributes have the names of OpenTelemetry, and hold neither personal data nor secrets. */
export type About = {
  name: string;
  kind?: 'server' | 'client';
  attributes?: Record<string, string | number | string[]>;
};

/** A part of a trace that is sent, while it runs. */
export type Span = {
  place: TraceContext;
  /** Whether it has not ended. */
  isRunning(): boolean;
  /** Begins a part of this one. */
  begin(about: About): Span;
  /** Adds attributes, and may change the name. */
  add(about: Partial<Pick<About, 'name' | 'attributes'>>): void;
  /** Ends it. @param errorType the kind of the error with which it failed; never its message, which may hold values */
  end(errorType?: string): void;
};

/** The sender of the traces of a program. */
export type Tracing = {
  /**
   * Begins the first span of this program in a trace.
   *
   * @param parentId the span of the program that called; null where the trace begins here
   * @returns undefined for a trace that is not sent
   */
  begin(trace: { traceId: string; parentId: string | null }, about: About): Span | undefined;
  /** The same in a trace whose sending was decided by another program of the installation. */
  continue(place: TraceContext, about: About): Span | undefined;
  /** Sends what waits, within two seconds. */
  close(): Promise<void>;
};

const present = new AsyncLocalStorage<Span>();

/**
 * The span of the current work; undefined in a trace that is not sent, and for what goes on after the end of the span, such
 * as the events of a subscription and connections that others use later.
 */
export function presentSpan(): Span | undefined {
  const span = present.getStore();
  return span?.isRunning() ? span : undefined;
}

/** Runs work as a part of a span. */
export const within = <Result>(span: Span, work: () => Result): Result => present.run(span, work);

/** Runs work as a span of its own within the current one. */
export async function inSpan<Result>(about: About, work: () => Promise<Result>): Promise<Result> {
  const span = presentSpan()?.begin(about);
  if (!span) return work();
  try {
    const result = await within(span, work);
    span.end();
    return result;
  } catch (error) {
    span.end(errorTypeOf(error));
    throw error;
  }
}

/** The kind of an error: its code, such as the state of Postgres, or the name of its class. */
export function errorTypeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
