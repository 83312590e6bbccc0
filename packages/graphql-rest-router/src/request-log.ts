import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

type EndUnsendable = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;

/** Node warns of more listeners of a kind as of a leak; a stream of a host that limits it has more than the usual 10. */
const MAX_LISTENERS = 20;

/** Logs one line for each request when it ends, also when its client left, with the request and its result. */
export class RequestLog extends LogController {
  readonly #endUnsendable: EndUnsendable;
  readonly #left = new WeakSet<FastifyRequest>();

  /** @param endUnsendable ends a request whose error response could not be sent */
  constructor(options: { disableRequestLogging: boolean }, endUnsendable: EndUnsendable) {
    super(options);
    this.#endUnsendable = endUnsendable;
  }

  /** Fastify calls this before it sends the text of the error itself, which is the only way to prevent that. */
  override defaultErrorLog(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    this.#endUnsendable(error, request, reply);
  }

  /** An answer that is not sent to its end has no other event than the end of its connection. */
  override incomingRequest(request: FastifyRequest, reply: FastifyReply): void {
    reply.raw.setMaxListeners(MAX_LISTENERS).once('close', () => {
      if (reply.raw.headersSent) this.#aborted(request, reply);
    });
  }

  /** Called when an answer is to be sent; its client may have left long before. */
  answering(request: FastifyRequest, reply: FastifyReply): void {
    if (reply.raw.closed) this.#aborted(request, reply);
  }

  #aborted(request: FastifyRequest, { raw, log, elapsedTime }: FastifyReply): void {
    if (raw.writableFinished || raw.errored || this.isLogDisabled(request) || this.#left.has(request)) return;
    this.#left.add(request);
    log.info({ ...shown(request), aborted: true, responseTime: elapsedTime }, 'request aborted');
  }

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    if (this.isLogDisabled(request)) return;
    const ended = { ...shown(request), res: reply, responseTime: reply.elapsedTime };
    if (error) reply.log.error({ ...ended, err: error }, 'request errored');
    else reply.log[isSuccessfulProbe(request, reply) ? 'debug' : 'info'](ended, 'request completed');
  }

  override streamError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
    if (hasLeft(error, reply)) this.#aborted(request, reply);
    else super.streamError(error, request, reply);
  }
}

/** Whether an error of a stream only says that the client left before its end. */
export const hasLeft = (error: unknown, { raw }: FastifyReply): boolean =>
  Object(error).code === 'ERR_STREAM_PREMATURE_CLOSE' && raw.closed;

/** A request, the operation of its route, and what the host adds. */
const shown = (request: FastifyRequest) => ({
  req: request,
  operation: request.routeOptions.config?.operation,
  ...request.logged,
});

const isSuccessfulProbe = ({ routeOptions }: FastifyRequest, { statusCode }: FastifyReply): boolean =>
  routeOptions.config?.isProbe === true && statusCode < 400;
