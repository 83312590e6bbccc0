import { VISITOR_HEADER, visitorAddresses } from '@channel/auth/visitor-address';
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Services } from '../context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The address of a visitor of the console, as signed by the console's server; null without a valid signature. */
    visitor: string | null;
  }
}

/** The address of a request's client: the visitor's for a request that the console passes on. */
export const addressOf = ({ visitor, ip }: Pick<FastifyRequest, 'visitor' | 'ip'>): string => visitor ?? ip;

/** Makes a hook for routes to which the console's server passes requests on; other routes ignore the header. */
export function readVisitors(app: FastifyInstance, { settings, clock }: Services): onRequestHookHandler {
  const addresses = settings.secretKey === null ? null : visitorAddresses(settings.secretKey);
  if (!app.hasRequestDecorator('visitor')) app.decorateRequest('visitor', null);
  return (request, _reply, done) => {
    const header = request.headers[VISITOR_HEADER];
    // The console signs by the clock of its machine, which may be that of this machine and not that of the database.
    request.visitor = addresses?.read(header, clock()) ?? addresses?.read(header, new Date()) ?? null;
    done();
  };
}
