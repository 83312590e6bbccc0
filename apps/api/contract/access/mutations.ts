import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/*
 * Mutations of the scopes of the core: while one is applied, its predicate is missing as if it had been deleted. A
 * module is changed when it is loaded, so that private functions can be mutated too; a mutation that is not applied has
 * no effect.
 */

type Mutation = {
  file: string;
  predicate: string;
  without: string;
  /** A part of the names of the cells that detect it, so that not all cells run for each mutation. */
  seenAt: string;
};

const guarded = (name: string, predicate: string, without: string) =>
  `(globalThis.appliedMutation === '${name}' ? ${without} : ${predicate})`;

const DEFINITIONS: Record<string, Mutation> = {
  visibleOrders: {
    file: 'orders/visible-orders.ts',
    predicate: '{ viewers: { hasSome: ownPrincipalsOf(context) } }',
    without: '{}',
    seenAt: 'GET /v1/orders/{order} order',
  },
  visibleProducts: {
    file: 'catalog/visible-products.ts',
    predicate: 'sellableBy(actor.roles.map((role) => role.id))',
    without: '{}',
    seenAt: 'GET /v1/pos/products filter.id',
  },
  sellableBy: {
    file: 'catalog/visible-products.ts',
    predicate: '{ some: { roleId: { in: roleIds } } }',
    without: '{}',
    seenAt: 'service_levels/{service_level}/pickups',
  },
  visibleCities: {
    file: 'places/visible-cities.ts',
    predicate: '{ some: { roleId: { in: actor.roles.map((role) => role.id) } } }',
    without: '{}',
    seenAt: 'GET /v1/cities',
  },
  posRole: {
    file: 'catalog/pos-role.ts',
    predicate: 'roles.find((role) => String(role.id) === reference)',
    without: '(roles[0] && { ...roles[0], id: Number(reference) })',
    seenAt: '/products role',
  },
  peopleWho: {
    file: 'people/user.ts',
    predicate: '{ in: organizationIds }',
    without: '{ gt: 0 }',
    seenAt: 'reads /v1/drivers',
  },
  pointExists: {
    file: 'orders/plan-transfer.ts',
    predicate: 'points.length > 0',
    without: 'true',
    seenAt: 'PATCH /v1/orders/{order} pickup.location.point',
  },
  labels: {
    file: 'catalog/label.ts',
    predicate: 'actorOf(context).roles.map((role) => role.id)',
    without: 'Array.from({ length: 1000 }, (_, id) => id)',
    seenAt: 'GET /v1/labels',
  },
  sharedTags: {
    file: 'tags/tag.ts',
    predicate: '{ organizationId: { in: organizationIdsOf(context.actor) } }',
    without: '{}',
    seenAt: 'reads /v1/cities',
  },
  holdsTag: {
    file: 'tags/tag-match.ts',
    predicate: 'organizationIds.flatMap((id) => names.map((name) => numberOf(id, name)))',
    without: 'Array.from({ length: 1000 }, (_, id) => names.map((name) => numberOf(id, name))).flat()',
    seenAt: 'GET /v1/pos/products filter.tags',
  },
  tagRight: {
    file: 'tagging/tag-targets.ts',
    predicate: "holds(context, 'sharedTags', organizationId)",
    without: 'true',
    seenAt: 'clerk: PUT /v1/tags/{tag}/{target} ids',
  },
  tagRoles: {
    file: 'tagging/tag-targets.ts',
    predicate: '({ id: { in: ids }, organizationId: { in: organizationIdsOf(context.actor) } })',
    without: '{ id: { in: ids } }',
    seenAt: 'POST /v1/tags/{tag}/{target} ids',
  },
  tagUsers: {
    file: 'tagging/tag-targets.ts',
    predicate: '{ some: { role: { organizationId: { in: organizationIdsOf(context.actor) } } } }',
    without: '{}',
    seenAt: 'POST /v1/tags/{tag}/{target} ids',
  },
  tagBookings: {
    file: 'tagging/tag-targets.ts',
    predicate: '({ id: { in: ids }, order: visibleOrders(context) })',
    without: '{ id: { in: ids } }',
    seenAt: 'POST /v1/tags/{tag}/{target} ids',
  },
};

/** The names of the mutations, each with a part of the names of the cells that detect it. */
export const MUTATIONS = Object.entries(DEFINITIONS).map(([name, { seenAt }]) => [name, seenAt] as const);

/** Prepares all mutations, none applied. Call it before the core is loaded. @throws if a predicate is not found once */
export function applyMutations(): void {
  const core = new URL('../../../../packages/graph/src/', import.meta.url);
  const sources = new Map<string, string>();
  for (const [name, { file, predicate, without }] of Object.entries(DEFINITIONS)) {
    const { href } = new URL(file, core);
    const source = sources.get(href) ?? readFileSync(new URL(href), 'utf8');
    const plain = predicate.replace(/^\((.*)\)$/s, '$1');
    const parts = source.split(plain);
    if (parts.length !== 2) throw new Error(`${file} holds \`${plain}\` ${parts.length - 1} times, not once`);
    sources.set(href, parts.join(guarded(name, plain, without)));
  }
  registerHooks({
    load(url, context, nextLoad) {
      const source = sources.get(url.split('?')[0] ?? url);
      const loaded = nextLoad(url, context);
      return source === undefined ? loaded : { ...loaded, source, format: 'module-typescript', shortCircuit: true };
    },
  });
}

/** Applies one mutation, or none. */
export function applyMutation(name: string | undefined): void {
  Object.assign(globalThis, { appliedMutation: name });
}
