import {
  beginOpenIdAttempt,
  endedOpenIdAttempt,
  hostOf,
  isStateOf,
  type OpenIdAttempt,
  readOpenIdAttempt,
  takeGuess,
} from '@channel/auth';
import { signInByOpenId } from '@channel/graph';
import { Lane } from '@channel/lane';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Surface } from '../admission/surface.ts';
import { contextOf, type Services } from '../context.ts';
import { isSameOrigin } from '../graphql/same-origin.ts';
import { addressOf, readVisitors } from '../graphql/visitor.ts';
import { languagesIn } from '../language.ts';
import { OpenIdFailure, type OpenIdProblem, openProvider } from './provider.ts';

/** Where the console forwards a browser that begins, and one that comes back. */
export const OPENID_PATH = '/login/openid';
const CALLBACK_PATH = `${OPENID_PATH}/callback`;

/** Why a sign-in failed, as the login page of the console is informed; it knows these values. */
type Problem = OpenIdProblem | 'expired' | 'refused' | 'throttled';

/** Requests to the provider in progress: of all, and of one address. The others wait. */
const MAX_EXCHANGES = 16;
const MAX_EXCHANGES_OF_ADDRESS = 4;

/**
 * Publishes the sign-in to the console by OpenID Connect, if the settings name a provider. Every answer is a redirect:
 * to the provider, or to the login page, which continues to the requested page, or says what failed.
 */
export function publishOpenId(app: FastifyInstance, services: Services, surface: Surface): void {
  const { settings, clock } = services;
  const { openIdIssuer, openIdClientId } = settings;
  if (openIdIssuer === null || openIdClientId === null) return;
  const provider = openProvider({ ...settings, openIdIssuer, openIdClientId }, clock);
  const isSecure = settings.consoleUrl.startsWith('https:');
  const exchanges = new Lane({
    slots: MAX_EXCHANGES,
    waiting: MAX_EXCHANGES * 8,
    stallTimeout: 10_000,
    maxExpectedWait: 10_000,
    busy: () => new OpenIdFailure('unavailable', 'too many sign-ins are in progress'),
  });

  /** Runs a request to the provider, which needs no slot of the surface. */
  const atProvider = <Result>(request: FastifyRequest, work: () => Promise<Result>) => {
    const party = { key: hostOf(addressOf(request)), max: MAX_EXCHANGES_OF_ADDRESS };
    return exchanges.run({ parties: [party], socket: request.raw.socket }, work);
  };

  async function signIn(request: FastifyRequest, reply: FastifyReply, attempt: OpenIdAttempt): Promise<Problem | null> {
    const address = addressOf(request);
    const guess = takeGuess({ address }, clock(), settings);
    if (guess.waitSeconds !== null) return 'throttled';
    let hasFailed = false;
    try {
      const identity = await atProvider(request, () => provider.identify(attempt, queryOf(request)));
      const refused = await surface.run({ actor: null, address, socket: request.raw.socket }, async () => {
        const cookies = {
          read: () => request.headers.cookie,
          write: (cookie: string) => void reply.header('set-cookie', cookie),
        };
        const incoming = { actor: null, channel: 'console', requestId: request.id, address, cookies } as const;
        return signInByOpenId(await contextOf(services, incoming), identity);
      });
      if (refused === null) return null;
      hasFailed = true;
      request.log.warn({ reason: refused }, 'a sign-in by OpenID Connect was refused');
      return 'refused';
    } catch (error) {
      hasFailed = error instanceof OpenIdFailure && error.problem === 'failed';
      throw error;
    } finally {
      if (!hasFailed) guess.release();
    }
  }

  const failed = (request: FastifyRequest, error: unknown): Problem => {
    if (error instanceof OpenIdFailure) {
      request.log.warn({ reason: error.message }, 'a sign-in by OpenID Connect failed');
      return error.problem;
    }
    request.log.error({ err: error }, 'a sign-in by OpenID Connect failed');
    return 'failed';
  };

  const onRequest = readVisitors(app, services);
  app.get<{ Querystring: { next?: unknown } }>(OPENID_PATH, { onRequest }, async (request, reply) => {
    const { headers, query } = request;
    const next = typeof query.next === 'string' ? query.next : '';
    // Another site could begin a sign-in that ends the present session.
    if (!isSameOrigin(headers, settings)) return toLogin(reply, next, null);
    try {
      const { attempt, setCookie } = beginOpenIdAttempt(next, clock(), isSecure);
      const languages = languagesIn(headers['accept-language']);
      const page = await atProvider(request, () => provider.pageOf(attempt, languages));
      return redirect(reply.header('set-cookie', setCookie), page.href);
    } catch (error) {
      return toLogin(reply, next, failed(request, error));
    }
  });

  app.get(CALLBACK_PATH, { onRequest }, async (request, reply) => {
    reply.header('set-cookie', endedOpenIdAttempt(isSecure));
    const attempt = readOpenIdAttempt(request.headers.cookie, clock(), isSecure);
    const state = new URLSearchParams(queryOf(request)).get('state') ?? '';
    if (!attempt || !isStateOf(attempt, state)) return toLogin(reply, attempt?.next ?? '', 'expired');
    const problem = await signIn(request, reply, attempt).catch((error: unknown) => failed(request, error));
    return toLogin(reply, attempt.next, problem);
  });
}

const queryOf = ({ url }: FastifyRequest): string => url.split('?').slice(1).join('?');

/** The login page checks `next`, and continues there if the browser is signed in. */
function toLogin(reply: FastifyReply, next: string, problem: Problem | null): FastifyReply {
  const query = new URLSearchParams({ ...(next ? { next } : {}), ...(problem ? { problem } : {}) });
  return redirect(reply, query.size > 0 ? `/login?${query}` : '/login');
}

const redirect = (reply: FastifyReply, to: string) => reply.header('cache-control', 'no-store').redirect(to, 303);
