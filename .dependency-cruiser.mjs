/*
 * Who may import whom. An area is a folder that stands for one thing; each lists those that it may use, and
 * every other area is closed to it.
 */
const areas = {
  'packages/lane': [],
  prisma: ['packages/lane'],
  'packages/settings': ['packages/lane'],
  'packages/auth': ['prisma'],
  'packages/webhooks': ['prisma', 'packages/settings'],
  'packages/graphql-sql': ['prisma/src/testing'],
  'packages/graph': ['prisma', 'packages/auth', 'packages/graphql-sql', 'packages/settings', 'packages/webhooks'],
  'packages/graphql-rest-router': ['packages/lane'],
  'packages/client': [],
  'apps/api': ['prisma', 'packages/[^/]+'],
  'apps/bench': ['prisma', 'packages/[^/]+', 'apps/api', 'e2e/(browser|stack)'],
  'apps/console': ['packages/auth/src/visitor-address\\.ts', 'packages/lane'],
  examples: ['packages/client', 'apps/api/src/testing', 'prisma/src/testing'],
  e2e: ['prisma/src/testing', 'prisma/seed/demo\\.ts', 'packages/auth'],
  scripts: [
    'prisma',
    'packages/settings',
    'apps/api/src/((restarts|connections|known-endpoints)\\.ts|(doctor|backup)/index\\.ts|docs/testing/samples\\.ts|testing)',
    'packages/auth',
    'packages/webhooks/src/(testing/)?index\\.ts',
    'apps/bench/src/(console/)?help\\.mjs',
  ],
};

const OURS = '^(prisma|packages|apps|examples|e2e|scripts)/';

/** The domain folders of the graph, lowest first: a domain imports only what is shared and the domains before it. */
const domains = [
  'tags',
  'mail',
  'people',
  'service-accounts',
  'places',
  'catalog',
  'audit',
  'orders',
  'changes',
  'notes',
  'tagging',
  'webhooks',
  'jobs',
  'batches',
  'dispatch',
  'crew',
  'views',
  'personal-data',
  'overview',
  'nodes',
  'reports',
];
const inDomains = (names) => `^packages/graph/src/(${names.join('|')})/`;

/** The folders of the console, each of which may import the ones before it. */
const CONSOLE_LAYERS = ['lib', 'components', 'features', 'app'];
const CONSOLE = '^apps/console/src/';

const areaRules = Object.entries(areas).map(([area, allowed]) => ({
  name: `area-${area.replace('/', '-')}`,
  comment: `${area} may import ${allowed.length ? allowed.join(', ') : 'none of our areas'}`,
  severity: 'error',
  from: { path: `^${area}/` },
  to: { path: OURS, pathNot: [area, ...allowed].map((path) => `^${path}(/|$)`) },
}));

const consoleRules = CONSOLE_LAYERS.slice(0, -1).map((layer, place) => ({
  name: `console-${layer}`,
  comment: `${layer} of the console imports none of ${CONSOLE_LAYERS.slice(place + 1).join(', ')}`,
  severity: 'error',
  from: { path: `${CONSOLE}${layer}/` },
  to: { path: `${CONSOLE}(${CONSOLE_LAYERS.slice(place + 1).join('|')})/` },
}));

const domainRules = domains.slice(0, -1).map((domain, index) => ({
  name: `domain-${domain}`,
  comment: `${domain} may import no domain above it`,
  severity: 'error',
  from: { path: inDomains([domain]), pathNot: '\\.test\\.ts$' },
  to: { path: inDomains(domains.slice(index + 1)) },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...areaRules,
    ...domainRules,
    {
      name: 'domain-without-place',
      comment: 'each domain that the schema loads has its place in `domains`',
      severity: 'error',
      from: { path: '^packages/graph/src/schema\\.ts$' },
      to: { path: '^packages/graph/src/[^/]+/', pathNot: inDomains(['shared', ...domains]) },
    },
    ...consoleRules,
    {
      name: 'feature-through-index',
      comment:
        'a feature of the console uses another one through its index.ts, so that all else in it can change freely',
      severity: 'error',
      from: { path: `${CONSOLE}features/([^/]+)/` },
      to: { path: `${CONSOLE}features/`, pathNot: `${CONSOLE}features/($1/|[^/]+/index\\.ts$)` },
    },
    {
      name: 'no-feature-circles',
      comment:
        'features of the console that need each other are one feature, or share what belongs into lib or components',
      severity: 'error',
      scope: 'folder',
      from: { path: `${CONSOLE}features/[^/]+$` },
      to: { circular: true },
    },
    {
      name: 'no-circular',
      comment:
        'files that load each other in a circle see each other half made; files whose types need each other cannot be read one by one',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'shared-before-domains',
      comment: 'what all domains stand on knows none of them',
      severity: 'error',
      from: { path: '^packages/graph/src/(shared/|(builder|context|errors)\\.ts$)', pathNot: '\\.test\\.ts$' },
      to: { path: inDomains(domains) },
    },
    {
      name: 'no-tests-in-programs',
      comment: 'a program never loads a test or what only tests use',
      severity: 'error',
      from: {
        path: OURS,
        pathNot: '\\.test\\.ts$|/testing/|^apps/api/contract/|^e2e/|fixtures?\\.ts$|^prisma/src/migrate-new\\.ts$',
      },
      to: { path: '\\.test\\.ts$|/src/testing/|^apps/api/contract/' },
    },
    {
      name: 'no-unresolvable',
      comment: 'an import that leads nowhere',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(\\.next|generated|test-results)/' },
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
