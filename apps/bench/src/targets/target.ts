import type { HttpRequest } from '../load/connections.ts';
import type { Environment, Server } from '../processes.ts';
import type { Ask, Workload } from '../workloads/workload.ts';

/** Somebody who answers the works. */
export type Target = {
  /** `a` to `f`, as in docs/performance.md. */
  letter: string;
  name: string;
  start(env: Environment): Promise<Server>;
  /** Whether it can do a work at all. */
  can(workload: Workload): boolean;
  /** What is sent to it for an ask. */
  request(ask: Ask): HttpRequest;
  /**
   * What of its answer must be as the limit's: the body itself, or a value that is compared as JSON where the protocol wraps
   * it. Undefined where its form is its own.
   */
  comparable(body: string, ask: Ask): { body: string } | { value: unknown } | undefined;
};

/** The request that the wire of v1 means by an ask. */
export const v1Request = ({ method, path, token, body }: Ask): HttpRequest => ({
  method,
  path,
  headers: { authorization: `Bearer ${token}` },
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
});
