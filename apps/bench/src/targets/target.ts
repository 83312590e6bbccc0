import type { HttpRequest } from '../load/connections.ts';
import type { Environment, Server } from '../processes.ts';
import type { Ask, Workload } from '../workloads/workload.ts';

/** An implementation that answers the workloads. */
export type Target = {
  /** `a` to `f`, as in docs/performance.md. */
  letter: string;
  name: string;
  start(env: Environment): Promise<Server>;
  /** Whether it supports a workload. */
  can(workload: Workload): boolean;
  /** The HTTP request for an ask. */
  request(ask: Ask): HttpRequest;
  /**
   * The part of its answer that must equal the baseline's: the body itself, or a value that is compared as JSON where
   * the protocol wraps it. Undefined where it has its own format.
   */
  comparable(body: string, ask: Ask): { body: string } | { value: unknown } | undefined;
};

/** The v1 request for an ask. */
export const v1Request = ({ method, path, token, body }: Ask): HttpRequest => ({
  method,
  path,
  headers: { authorization: `Bearer ${token}` },
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
});
