import type { HttpRequest } from '../load/connections.ts';
import type { Environment, Server } from '../processes.ts';
import type { Workload, WorkloadRequest } from '../workloads/workload.ts';

/** An implementation that answers the workloads. */
export type Target = {
  /** `a` to `f`, as in docs/performance.md. */
  letter: string;
  name: string;
  start(env: Environment): Promise<Server>;
  /** Whether it supports a workload. */
  can(workload: Workload): boolean;
  /** The HTTP request for a request. */
  request(request: WorkloadRequest): HttpRequest;
  /**
   * The part of its answer that must equal the baseline's: the body itself, or a value that is compared as JSON where
   * the protocol wraps it. Undefined where it has its own format.
   */
  comparable(body: string, request: WorkloadRequest): { body: string } | { value: unknown } | undefined;
};

/** The v1 request for a request. */
export const v1Request = ({
  method,
  path,
  token,
  body,
  acceptEncoding,
  ifNoneMatch,
  mayBeCached,
}: WorkloadRequest): HttpRequest => ({
  method,
  path,
  headers: {
    authorization: `Bearer ${token}`,
    ...(acceptEncoding ? { 'accept-encoding': acceptEncoding } : {}),
    ...(mayBeCached ? {} : { 'cache-control': 'no-store' }),
  },
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  ...(ifNoneMatch && { ifNoneMatch }),
});
