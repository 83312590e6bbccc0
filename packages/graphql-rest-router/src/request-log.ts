import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

type EndUnsendable = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;

/** Logs one line for each request when it ends, with the request and its result. */
export class RequestLog extends LogController {
  readonly #endUnsendable: EndUnsendable;

  /** @param endUnsendable ends a request whose error response could not be sent */
  constructor(options: { disableRequestLogging: boolean }, endUnsendable: EndUnsendable) {
    super(options);
    this.#endUnsendable = endUnsendable;
  }

  /** Fastify calls this before it sends the text of the error itself, which is the only way to prevent that. */
  override defaultErrorLog(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    this.#endUnsendable(error, request, reply);
  }

  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    if (this.isLogDisabled(request)) return;
    const ended = { req: request, res: reply, responseTime: reply.elapsedTime };
    if (error) reply.log.error({ ...ended, err: error }, 'request errored');
    else reply.log[isSuccessfulProbe(request, reply) ? 'debug' : 'info'](ended, 'request completed');
  }

  override streamError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
    const isLeft = 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
    if (!isLeft) super.streamError(error, request, reply);
    else if (!this.isLogDisabled(request)) reply.log.info({ req: request, res: reply }, 'stream closed prematurely');
  }
}

const isSuccessfulProbe = ({ routeOptions }: FastifyRequest, { statusCode }: FastifyReply): boolean =>
  routeOptions.config?.isProbe === true && statusCode < 400;
