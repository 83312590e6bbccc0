import type { Actor } from '@channel/auth';

/** The parts of the data that scopes distinguish, and whether there are changes of them by scope. */
const DOMAINS = { orders: true, catalogue: true, people: true, webhooks: true, audit: false } as const;

export type Domain = keyof typeof DOMAINS;

/** What a service account may do in a domain. To write includes to read. */
export type Scope = `${Domain}:read` | `${Exclude<Domain, 'audit'>}:write`;

/** All scopes, sorted. */
export const SCOPES: readonly Scope[] = (Object.entries(DOMAINS) as [Domain, boolean][])
  .flatMap(([domain, isWritable]) => [`${domain}:read`, ...(isWritable ? [`${domain}:write`] : [])] as Scope[])
  .sort();

/** Whether an actor may do what a scope allows. Scopes do not limit people. */
export function hasScope({ service }: Pick<Actor, 'service'>, scope: Scope): boolean {
  return !service || service.scopes.some((held) => held === scope || held === scope.replace(/:read$/, ':write'));
}
