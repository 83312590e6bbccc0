import type { OpenIdAttempt, OpenIdentity } from '@channel/auth';
import { isStorable } from '@channel/graph';
import type { Settings } from '@channel/settings';
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  clockSkew,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { boundedFetch, ProviderAway } from './bounded-fetch.ts';

/*
 * The port to the OpenID Connect provider, the only module that imports its library: the authorization code flow with
 * PKCE, state and nonce. The signature of ID tokens is verified even though they come over TLS.
 */

/** Seconds for an answer of the provider. */
const TIMEOUT = 5;
/** Metadata is read again after an hour. The library keeps the keys for five minutes. */
const METADATA_MS = 3_600_000;
/** Seconds by which the difference between the clocks may change before the library must know: it tolerates 30. */
const MAX_DRIFT = 10;
/** OpenID Connect Core: a subject has at most 255 characters. */
const MAX_SUBJECT = 255;
/** RFC 3696 with its erratum. */
const MAX_EMAIL = 254;

/** Why an identity was not confirmed, as the person is informed. */
export type OpenIdProblem = 'cancelled' | 'unavailable' | 'failed';

/** The provider confirmed no identity. The message is for the log, without tokens and codes. */
export class OpenIdFailure extends Error {
  readonly problem: OpenIdProblem;
  constructor(problem: OpenIdProblem, reason: string) {
    super(reason);
    this.problem = problem;
  }
}

export type OpenIdProvider = {
  /**
   * The address of the provider's page.
   *
   * @param languages of the person, preferred ones first
   * @throws {OpenIdFailure}
   */
  pageOf(attempt: OpenIdAttempt, languages: readonly string[]): Promise<URL>;
  /**
   * Exchanges the code of a callback for the identity.
   *
   * @param query of the callback, without the question mark
   * @throws {OpenIdFailure}
   */
  identify(attempt: OpenIdAttempt, query: string): Promise<OpenIdentity>;
};

export type OpenIdSettings = Pick<Settings, 'openIdClientSecret' | 'consoleUrl'> & {
  openIdIssuer: string;
  openIdClientId: string;
};

/** The provider of the settings. It is first contacted at the first sign-in, so that the server starts without it. */
export function openProvider(settings: OpenIdSettings, clock: () => Date): OpenIdProvider {
  const issuer = new URL(settings.openIdIssuer);
  const isLocal = issuer.protocol === 'http:';
  const callback = `${settings.consoleUrl}/login/openid/callback`;
  let known: { configuration: Promise<Configuration>; readAt: number; skew: number } | undefined;

  /** Seconds by which the clock is ahead of that of the machine, which the library reads. */
  const skewNow = () => Math.round((clock().getTime() - Date.now()) / 1_000);

  async function discover(skew: number): Promise<Configuration> {
    const found = await discovery(
      issuer,
      settings.openIdClientId,
      { [clockSkew]: skew },
      authenticationBy(settings.openIdClientSecret),
      {
        timeout: TIMEOUT,
        execute: [enableNonRepudiationChecks, ...(isLocal ? [allowInsecureRequests] : [])],
        [customFetch]: (url, requested) => boundedFetch(url, requested as Parameters<typeof boundedFetch>[1], isLocal),
      },
    );
    // The library accepts the common issuers of Entra ID, by which everybody could found a tenant of their own.
    if (new URL(found.serverMetadata().issuer).href !== issuer.href)
      throw new ProviderAway('its metadata states another issuer');
    return found;
  }

  /** Concurrent sign-ins share one request; a failed one is not kept, nor one from before a clock jumped. */
  function configuration(): Promise<Configuration> {
    const now = clock().getTime();
    const skew = skewNow();
    if (!known || Math.abs(now - known.readAt) > METADATA_MS || Math.abs(skew - known.skew) > MAX_DRIFT) {
      const entry = { configuration: discover(skew), readAt: now, skew };
      known = entry;
      entry.configuration.catch(() => {
        if (known === entry) known = undefined;
      });
    }
    return known.configuration;
  }

  const read = () => configuration().catch((error) => fail('unavailable', error));

  return {
    async pageOf({ state, nonce, verifier }, languages) {
      return buildAuthorizationUrl(await read(), {
        redirect_uri: callback,
        scope: 'openid email',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(languages.length > 0 ? { ui_locales: languages.join(' ') } : {}),
      });
    },
    async identify({ state, nonce, verifier }, query) {
      const configuration = await read();
      try {
        const tokens = await authorizationCodeGrant(configuration, new URL(`${callback}?${query}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) throw new Error('the answer has no ID token');
        const metadata = configuration.serverMetadata();
        // A provider may state the address only there.
        const isElsewhere = claims.email === undefined && metadata.userinfo_endpoint !== undefined;
        const profile = isElsewhere ? await fetchUserInfo(configuration, tokens.access_token, claims.sub) : claims;
        return identityOf(metadata.issuer, claims.sub, profile);
      } catch (error) {
        return fail('failed', error);
      }
    },
  };
}

/** A client authenticates in the standard way, unless the provider states that it supports only the other one. */
function authenticationBy(clientSecret: string | null): ClientAuth {
  if (clientSecret === null) return None();
  const [basic, post] = [ClientSecretBasic(clientSecret), ClientSecretPost(clientSecret)];
  return (server, ...request) => {
    const supported = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    (supported.includes('client_secret_basic') ? basic : post)(server, ...request);
  };
}

function identityOf(issuer: string, subject: string, profile: Record<string, unknown>): OpenIdentity {
  const { email, email_verified: isVerified } = profile;
  if (subject.length > MAX_SUBJECT || !isStorable(subject)) throw new Error('the subject is too long or unreadable');
  const isUsable = isVerified === true && typeof email === 'string' && email.length <= MAX_EMAIL && isStorable(email);
  return { issuer, subject, email: isUsable ? email : null };
}

/** Errors by which a provider states that it cannot answer now (RFC 6749, 4.1.2.1). */
const AWAY = ['server_error', 'temporarily_unavailable'];
const MAX_REASON = 200;

function fail(problem: OpenIdProblem, error: unknown): never {
  const chain = [error, error instanceof Error ? error.cause : undefined];
  const away = chain.find((each) => each instanceof ProviderAway);
  if (away) throw new OpenIdFailure('unavailable', away.message);
  const { message = String(error), code, error: stated } = error as Partial<Record<string, unknown>>;
  const challenge = error instanceof WWWAuthenticateChallengeError ? error.cause[0]?.parameters.error : undefined;
  const reason = [message, code, stated, challenge].filter(Boolean).join(', ').slice(0, MAX_REASON);
  if (!(error instanceof AuthorizationResponseError)) throw new OpenIdFailure(problem, reason);
  if (AWAY.includes(error.error)) throw new OpenIdFailure('unavailable', reason);
  throw new OpenIdFailure(error.error === 'access_denied' ? 'cancelled' : 'failed', reason);
}
