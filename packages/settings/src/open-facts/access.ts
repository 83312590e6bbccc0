import { facts } from './fact.ts';

/** Tokens, permissions and who may do what. */
export const accessFacts = facts([
  {
    id: 'token-refresh-body',
    fact: 'What PUT and PATCH v1/tokens answer',
    choice: '200 with the same envelope as a login, holding the new pair.',
    why: 'The text says that the token is exchanged; a client can treat both answers alike.',
  },
  {
    id: 'token-logout-body',
    fact: 'What DELETE v1/tokens answers',
    choice: '204 and nothing else.',
    why: 'There is nothing left to say about a token that has ended.',
  },
  {
    id: 'token-life',
    fact: 'How long tokens live, and how often a refresh token works',
    choice:
      'Access one hour, refresh thirty days. A refresh token works once; seeing it again ends every token of that login, except with the same `Idempotency-Key` within 60 s: then the same pair is the answer again.',
    why: 'A stolen token is noticed at its second use; an honest client whose answer got lost has its key to say so.',
  },
  {
    id: 'token-form',
    fact: 'What a token looks like',
    choice: 'Its id, a bar, and a random secret of which only a hash is stored.',
    why: 'DELETE needs the id to be part of the token; a leaked database opens nothing.',
  },
  {
    id: 'login-failure',
    fact: 'The answer to wrong credentials',
    choice: '401 in the shape of planned errors. The short `{message}` form is for calls that lack a valid bearer.',
    why: 'A login is not a protected endpoint, so its refusal is an ordinary planned error.',
  },
  {
    id: 'permissions',
    fact: 'Which permission an endpoint requires, and what permissions are called',
    choice:
      'Being logged in is enough for every endpoint but the tags of shared things (`tag-rights`); what one sees and changes is limited by roles. The names that make somebody driver, guide, issuer, contact person or staff are settings.',
    why: 'A demanded permission that the text does not name would lock out correct clients.',
  },
  {
    id: 'pos-role',
    fact: 'What `{role}` in a POS path names',
    choice: 'The id of a role of the caller; its name works too where just one role has it. Anything else is 404.',
    why: 'The profile shows both, and a foreign role must look like one that is not there.',
  },
  {
    id: 'rate-limit',
    fact: 'How many requests are allowed',
    choice:
      "No limit of v1 by time. A caller's requests in progress are limited: more wait their turn, and those that would wait too long are answered with 503 and Retry-After. A limit by minute, where the operator sets one, and repeated failed logins of one account, or from one address or network, are answered with 429 and Retry-After; strangers cannot lock an account out from where it was used before.",
    why: 'Partners were promised no limit, and none of them may starve another; guessing passwords has to be slow.',
  },
  {
    id: 'error-conditions',
    fact: 'When an endpoint answers 403, 404 or 409',
    choice:
      '404 for what is absent or hidden, alike; 403 for what one sees but may not do; 409 when the state is in the way (sold out, refused move, ambiguous tag). A wrong id in a body is 422 at its path, whatever is wrong with it; a filter by such an id finds nothing.',
    why: 'No answer tells a stranger whether something exists.',
  },
  {
    id: 'photo',
    fact: 'The photo of a user who has none',
    choice: 'The address of a drawn avatar that this server makes.',
    why: 'Clients can always print an image, and no outside service learns who looks.',
  },
  {
    id: 'person-selection',
    fact: 'How `{tags, id}` selects a contact person or tour guide',
    choice:
      'The id decides. Without one exactly one eligible person must carry all the tags: none is 422, several are 409. Null removes the person.',
    why: 'Nobody is assigned by a guess.',
  },
  {
    id: 'people-unset',
    fact: 'Guide, contact person and driver while nobody is assigned; the issuer',
    choice: 'Null for the three; the issuer is whoever made the order.',
    why: 'These are the only values that claim nothing.',
  },
]);
