export type { Actor, ActorRole, ServiceLimits } from './actor.ts';
export { actorOf } from './actor.ts';
export { addressRange, plainAddress } from './address-ranges.ts';
export type { Caller } from './caller.ts';
export { hostOf } from './caller.ts';
export { createCrewCalendar, crewOfCalendar } from './crew-calendars.ts';
export type { CrewAccess, CrewMember, CrewPass } from './crew-sessions.ts';
export {
  ACCESS_ENDED,
  clearedCrewCookie,
  createCrewLink,
  crewCookie,
  crewMemberOf,
  endCrewAccess,
  endCrewSession,
  endStreams,
  exchangeCrewLink,
  isCrewLinkValid,
  isCrewSessionClaimed,
} from './crew-sessions.ts';
export { endLogins } from './end-logins.ts';
export { type Guess, takeGuess } from './guess-buckets.ts';
export { PasswordsBusy } from './hash-queue.ts';
export { forgetPlaces } from './known-places.ts';
export type { Credentials, LoggedIn, LoginLimits, LoginRefusal } from './login.ts';
export { checkLogin } from './login.ts';
export { createSessions } from './lucia-sessions.ts';
export type { OpenIdAttempt } from './openid-attempts.ts';
export { beginOpenIdAttempt, endedOpenIdAttempt, isStateOf, readOpenIdAttempt } from './openid-attempts.ts';
export type { OpenIdentity } from './openid-links.ts';
export { endOpenIdLinks, linkIdentity, userOfIdentity } from './openid-links.ts';
export type { LinkRefusal, PasswordLink } from './password-links.ts';
export { createPasswordLink, endPasswordLinks, readPasswordLink, usePasswordLink } from './password-links.ts';
export { hashPassword, needsRehash, PASSWORD_LENGTH, verifyPassword } from './passwords.ts';
export { pruneLogins } from './prune.ts';
export { admitResetRequest } from './reset-requests.ts';
export {
  createServiceToken,
  MAX_SERVICE_TOKENS,
  revokeServiceToken,
  SERVICE_TOKEN_PREFIX,
  validServiceTokens,
} from './service-tokens.ts';
export type { Session, SessionOptions, Sessions } from './sessions.ts';
export type { ThrottleLimits } from './throttle.ts';
export type { TokenLives, TokenPair } from './token-pair.ts';
export type { Login, RefreshRefusal } from './tokens.ts';
export {
  actorOfToken,
  authenticate,
  bearerToken,
  isUsableFrom,
  logout,
  readLogin,
  refresh,
  startFamily,
  tokenKey,
} from './tokens.ts';
