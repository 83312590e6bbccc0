import type { OperationManifest } from './registered.ts';

export type GraphqlClientOptions = {
  /** The address of the API, such as `https://api.example.org`. */
  baseUrl: string;
  /** The token of a service account, or how to get the present one: it is called for each request. */
  token: string | (() => string | Promise<string>);
  /** Requests texts and messages in this language (ISO 639-1). */
  language?: string;
  /** Sends documents by the ids of this manifest alone: `operations.json`, which `npm run operations -- register` wrote. */
  operations?: OperationManifest;
  /** Seconds for one try. Default: 30. */
  timeoutSeconds?: number;
  /** How often a request is sent again after an error that passes. Default: 5. A follower goes on without an end. */
  retries?: number;
  /** Called before each repetition, with the error and the seconds until then. */
  onRetry?: (error: unknown, seconds: number) => void;
  /** Default: the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
};

export type RequestOptions = {
  /** Ends the request, its repetitions, or the loop. */
  signal?: AbortSignal;
};

export type MutationOptions = RequestOptions & {
  /**
   * The `Idempotency-Key`: repetitions with it, also of a later run of the program, are executed once. Default: a random
   * key, for the repetitions of this call. Null sends none, for mutations that take none; these are repeated only where
   * the API refused to execute them.
   */
  key?: string | null;
};
