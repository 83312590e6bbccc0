import { VISITOR_HEADER, visitorAddresses } from '@channel/auth/visitor-address';
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Services } from '../context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The address of a visitor of the console, as the console's server signed it; null where it did not. */
    visitor: string | null;
  }
}

/** From which address a request comes: for a visitor of the console that of the visitor. */
export const addressOf = ({ visitor, ip }: Pick<FastifyRequest, 'visitor' | 'ip'>): string => visitor ?? ip;

/** Makes a hook for routes to which the console's server passes requests on; elsewhere its header says nothing. */
export function readVisitors(app: FastifyInstance, { settings, clock }: Services): onRequestHookHandler {
  const addresses = settings.secretKey === null ? null : visitorAddresses(settings.secretKey);
  app.decorateRequest('visitor', null);
  return (request, _reply, done) => {
    request.visitor = addresses?.read(request.headers[VISITOR_HEADER], clock()) ?? null;
    done();
  };
}
