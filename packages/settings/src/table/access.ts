import { folder } from '../folders.ts';
import { flag, mapOf, optional, text, whole } from '../kinds.ts';
import type { OpenFactId } from '../open-facts/index.ts';
import type { Read } from '../setting.ts';

/** Logins, sessions, limits and names of permissions. */
export const accessSettings = (read: Read) => ({
  accessTokenSeconds: read({
    name: 'ACCESS_TOKEN_SECONDS',
    kind: whole(30, 86_400, 'seconds'),
    default: '3600',
    about: 'Time to live of an access token.',
    facts: ['token-life'],
  }),
  refreshTokenSeconds: read({
    name: 'REFRESH_TOKEN_SECONDS',
    kind: whole(60, 31_536_000, 'seconds'),
    default: '2592000',
    about: 'Time to live of a refresh token, from its creation.',
    facts: ['token-life'],
  }),
  refreshRepeatSeconds: read({
    name: 'REFRESH_REPEAT_SECONDS',
    kind: whole(0, 600, 'seconds'),
    default: '60',
    about:
      'How long a refresh can be repeated with the same refresh token and the same Idempotency-Key, returning the same pair.',
    facts: ['token-life'],
  }),
  loginFailures: read({
    name: 'LOGIN_FAILURES',
    kind: whole(1, 1_000),
    default: '10',
    about:
      'Failed logins of one account, under any of its names, that lock it temporarily. A place of an earlier login to the account (the same browser in the console, the same address in the API) has a separate count, which other clients do not affect.',
    facts: ['rate-limit'],
  }),
  loginFailuresPerAddress: read({
    name: 'LOGIN_FAILURES_PER_ADDRESS',
    kind: whole(0, 1_000_000),
    default: '100',
    about:
      'Failed logins from one IP address within LOGIN_WINDOW_SECONDS, across all accounts, after which that address may only log in to accounts with an earlier login from there; 0 for no limit. Further logins are admitted one by one, spread over the window. Each process counts separately. Visitors of the console count by their own addresses where the console has the `SECRET_KEY` of the API. Behind a proxy, set `TRUST_PROXY`: without it all callers have the address of the proxy.',
    facts: ['rate-limit'],
  }),
  loginFailuresPerNetwork: read({
    name: 'LOGIN_FAILURES_PER_NETWORK',
    kind: whole(0, 1_000_000),
    default: '300',
    about: 'The same for a network: the /24 of an IPv4 address, the /64 of an IPv6 address.',
    facts: ['rate-limit'],
  }),
  loginWindowSeconds: read({
    name: 'LOGIN_WINDOW_SECONDS',
    kind: whole(1, 86_400, 'seconds'),
    default: '900',
    about: 'Window in which failed logins are counted, and length of the first lock.',
    facts: ['rate-limit'],
  }),
  passwordLinkHours: read({
    name: 'PASSWORD_LINK_HOURS',
    kind: whole(1, 720, 'hours'),
    default: '48',
    about: 'How long the one-time link to set a password after an invitation or a reset is valid.',
  }),
  requestsPerMinute: read({
    name: 'REQUESTS_PER_MINUTE',
    kind: whole(0, 1_000_000),
    default: '0',
    about: 'Requests to v1 per user and minute, in all processes together; 0 for no limit.',
    facts: ['rate-limit'],
  }),
  organizationRequests: read({
    name: 'ORGANIZATION_REQUESTS',
    kind: whole(0, 1_000_000),
    default: '0',
    about:
      'Quota of an organization: requests with its bearer tokens, to v1, GraphQL and exports, in a window of ORGANIZATION_REQUESTS_SECONDS, in all processes together; 0 for none. `npm run quota` gives an organization a quota of its own.',
    facts: ['rate-limit'],
  }),
  organizationRequestsSeconds: read({
    name: 'ORGANIZATION_REQUESTS_SECONDS',
    kind: whole(1, 3_600, 'seconds'),
    default: '60',
    about: 'Window of the quotas of organizations. Windows begin at multiples of it, by the clock of Postgres.',
    facts: ['rate-limit'],
  }),
  limitInProgress: read({
    name: 'LIMIT_IN_PROGRESS',
    kind: flag,
    default: '1',
    about:
      'Whether requests in progress are limited: one user may use half of the connections of v1, the console or GraphQL, one organization all but one, and expensive reads have a separate queue; further requests wait in the queue. The console renders 8 pages concurrently. 0 disables this and shares all connections; for measurements only.',
    facts: ['rate-limit'],
  }),
  sessionIdleMinutes: read({
    name: 'SESSION_IDLE_MINUTES',
    kind: whole(1, 43_200, 'minutes'),
    default: '480',
    about: 'A console session that is not used for this long ends.',
  }),
  sessionAbsoluteHours: read({
    name: 'SESSION_ABSOLUTE_HOURS',
    kind: whole(1, 8_760, 'hours'),
    default: '168',
    about: 'A console session ends this long after signing in, regardless of use.',
  }),
  endpointPermissions: read({
    name: 'ENDPOINT_PERMISSIONS',
    kind: mapOf(
      text('an endpoint'),
      'endpoint (such as "PUT v1/orders") to the name of the permission that it requires',
    ),
    default: '{}',
    about:
      'Permissions that endpoints require beyond being logged in. Endpoints are named as in docs/openapi.json; the server does not start with an unknown name, or with that of an endpoint without a login.',
    facts: ['permissions'],
  }),
  permissions: {
    allOrders: permission(read, 'PERMISSION_ALL_ORDERS', 'orders.view-all', 'sees every order of the organization'),
    book: permission(read, 'PERMISSION_BOOK', 'products.book', 'may book, and is listed among the issuers'),
    drive: permission(read, 'PERMISSION_DRIVE', 'transfers.drive', 'is listed among the drivers'),
    guide: permission(read, 'PERMISSION_GUIDE', 'tours.guide', 'is listed among the tour guides'),
    contact: permission(read, 'PERMISSION_CONTACT', 'orders.contact', 'is listed among the contact persons'),
    console: permission(read, 'PERMISSION_CONSOLE', 'console.access', 'may sign in to the staff console'),
    graphql: permission(read, 'PERMISSION_GRAPHQL', 'graphql.query', 'may send GraphQL operations, by a bearer'),
    administer: permission(read, 'PERMISSION_ADMINISTER', 'administration', 'manages users and their roles'),
    sharedTags: permission(
      read,
      'PERMISSION_SHARED_TAGS',
      'tags.change-shared',
      'changes tags of users, roles, cities, categories and products',
      'tag-rights',
    ),
  },
  graphqlDocuments: read({
    name: 'GRAPHQL_DOCUMENTS',
    kind: optional(folder),
    default: '',
    about:
      'Folder of manifests (`….json`) of persisted operations, which `npm run operations -- register` writes, and which bearers run by their ids (docs/graphql.md). Operations that compile are executed as one SQL statement.',
  }),
  graphqlPersistedOnly: read({
    name: 'GRAPHQL_PERSISTED_ONLY',
    kind: flag,
    default: '0',
    about:
      'Whether /graphql refuses all operations that are sent as texts, so that bearers run only persisted documents by their ids. There is no page for trying operations and no introspection then, whatever `GRAPHIQL` is.',
  }),
  graphqlCost: read({
    name: 'GRAPHQL_COST',
    kind: whole(1, 100_000),
    default: '5000',
    about:
      'Maximum cost of one GraphQL operation of a bearer: approximately the number of objects in its response (docs/graphql.md).',
  }),
  graphqlCostPerMinute: read({
    name: 'GRAPHQL_COST_PER_MINUTE',
    kind: whole(0, 1_000_000_000),
    default: '200000',
    about: 'Maximum cost of all GraphQL operations of one user per minute, in all processes together; 0 for no limit.',
  }),
  graphqlSeconds: read({
    name: 'GRAPHQL_SECONDS',
    kind: whole(0, 3_600, 'seconds'),
    default: '10',
    about: 'Timeout of one GraphQL operation, including its statements. 0 for no limit.',
  }),
  graphqlAnswerMegabytes: read({
    name: 'GRAPHQL_ANSWER_MEGABYTES',
    kind: whole(0, 1_024, 'MB'),
    default: '16',
    about: 'Maximum size of a GraphQL response; 0 for no limit.',
  }),
  graphiql: read({
    name: 'GRAPHIQL',
    kind: flag,
    default: '0',
    about:
      'Whether /graphql serves a page for trying operations with a bearer token, and allows introspection of the schema. `npm start` turns it on outside production.',
  }),
});

const permission = (read: Read, name: string, value: string, does: string, fact: OpenFactId = 'permissions') =>
  read({
    name,
    kind: text('the name of a permission'),
    default: value,
    about: `Permission whose holder ${does}.`,
    facts: [fact],
  });
