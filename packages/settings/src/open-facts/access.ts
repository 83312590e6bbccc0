import { facts } from './fact.ts';

/** Tokens, permissions and access. */
export const accessFacts = facts([
  {
    id: 'token-refresh-body',
    fact: 'Response of PUT and PATCH v1/tokens',
    choice: '200 with the same envelope as a login, containing the new pair.',
    why: 'The text says that the token is exchanged; a client can handle both responses alike.',
  },
  {
    id: 'token-logout-body',
    fact: 'Response of DELETE v1/tokens',
    choice: '204 without a body.',
    why: 'There is nothing to report about a revoked token.',
  },
  {
    id: 'token-life',
    fact: 'Time to live of tokens, and how often a refresh token can be used',
    choice:
      'Access one hour, refresh thirty days. A refresh token can be used once; a second use revokes every token of that login, except with the same `Idempotency-Key` within 60 s: then the response is the same pair.',
    why: 'A stolen token is detected at its second use; a client that lost the response can repeat the request with its key.',
  },
  {
    id: 'token-form',
    fact: 'Format of a token',
    choice: 'Its id, a bar, and a random secret of which only a hash is stored.',
    why: 'DELETE needs the id to be part of the token; a leaked database contains no usable token.',
  },
  {
    id: 'login-failure',
    fact: 'The response to wrong credentials',
    choice:
      '401 in the format of expected errors (`{errors, meta}`). The short `{message}` format is for calls without a valid bearer token.',
    why: 'A login is not a protected endpoint, so its refusal is an ordinary expected error.',
  },
  {
    id: 'permissions',
    fact: 'The permission that an endpoint requires, and the names of permissions',
    choice:
      'Every endpoint requires only authentication, except for the tags of shared resources (`tag-rights`); roles limit what a user sees and changes. The names of the permissions for drivers, guides, issuers, contact persons and staff are settings.',
    why: 'A required permission that the text does not name would lock out correct clients.',
  },
  {
    id: 'pos-role',
    fact: 'What `{role}` in a POS path identifies',
    choice: 'The id of a role of the caller; or its name if only one role has it. Anything else is 404.',
    why: 'The profile shows both, and a foreign role must look like one that does not exist.',
  },
  {
    id: 'rate-limit',
    fact: 'Rate limits',
    choice:
      'v1 has no rate limit. The requests in progress of a caller are limited: further requests wait in a queue, and a request that would wait too long gets 503 with Retry-After. A quota of an organization or of a user, where the operator sets one, and repeated failed logins of one account, or from one address or network, get 429 with Retry-After; other clients cannot lock an account at a place where it was used before.',
    why: 'Partners were promised no limit, and none of them may starve another; password guessing must be slow.',
  },
  {
    id: 'error-conditions',
    fact: 'When an endpoint responds with 403, 404 or 409',
    choice:
      '404 for resources that do not exist and for hidden ones alike; 403 for a visible resource that the caller may not change; 409 when the state prevents the request (sold out, refused status change, ambiguous tag). An invalid id in a body is 422 at its path, for every reason; a filter by such an id finds nothing.',
    why: 'No response reveals to an unauthorized caller whether a resource exists.',
  },
  {
    id: 'photo',
    fact: 'The photo of a user without a photo',
    choice: 'The address of an avatar that this server generates.',
    why: 'Clients can always show an image, and no external service receives requests of viewers.',
  },
  {
    id: 'person-selection',
    fact: 'How `{tags, id}` selects a contact person or tour guide',
    choice:
      'The id decides. Without one exactly one eligible person must carry all the tags: none is 422, several are 409. Null removes the person.',
    why: 'No user is assigned by a guess.',
  },
  {
    id: 'people-unset',
    fact: 'Guide, contact person and driver while no user is assigned; the issuer',
    choice: 'Null for these three; the issuer is the user who created the order.',
    why: 'These values make no false statement.',
  },
]);
