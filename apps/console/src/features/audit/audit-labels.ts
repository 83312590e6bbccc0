/** Kinds of resources: labels, the entity names that the log uses for them, and their pages. */
export const THINGS = {
  order: { label: 'Order', plural: 'Orders', entities: ['order'], href: (id: number) => `/orders/${id}` },
  person: { label: 'Person', plural: 'People', entities: ['user', 'users'], href: (id: number) => `/people/${id}` },
  role: {
    label: 'Role',
    plural: 'Roles',
    entities: ['role', 'roles'],
    href: (id: number) => `/people/roles?role=${id}`,
  },
  product: {
    label: 'Product',
    plural: 'Products',
    entities: ['products', 'product'],
    href: (id: number) => `/catalogue/${id}`,
  },
  category: { label: 'Category', plural: 'Categories', entities: ['categories'] },
  city: { label: 'City', plural: 'Cities', entities: ['cities'] },
  endpoint: {
    label: 'Webhook endpoint',
    plural: 'Webhook endpoints',
    entities: ['webhook-endpoint'],
    href: (id: number) => `/webhooks/endpoints/${id}`,
  },
  batch: { label: 'Batch', plural: 'Batches', entities: ['batch'] },
  view: { label: 'Saved view', plural: 'Saved views', entities: ['saved-view'] },
  organization: { label: 'Organization', plural: 'Organization', entities: ['organization'] },
} as const satisfies Record<
  string,
  { label: string; plural: string; entities: readonly string[]; href?: (id: number) => string }
>;

export type Thing = keyof typeof THINGS;

export const THING_NAMES = Object.keys(THINGS) as Thing[];

/** The label of an entry's resource, and the path of its page if it has one. */
export function thingOf(entity: string, id: number | null): { label: string; href?: string } {
  const found = Object.values(THINGS).find(({ entities }) => entities.some((name) => name === entity));
  const label = `${found?.label ?? entity}${id === null ? '' : ` ${id}`}`;
  return found && 'href' in found && id !== null ? { label, href: found.href(id) } : { label };
}

/** Labels of the actions; an action without a label is shown by its name. */
export const ACTIONS: Record<string, string> = {
  'order.book': 'Booked',
  'order.update': 'Changed',
  'tags.assign': 'Assigned tags to',
  'tags.synchronise': 'Replaced the tags of',
  'tags.remove': 'Removed tags from',
  'tags.change': 'Changed the tags of',
  'tags.undo': 'Undid a change of the tags of',
  'user.invite': 'Invited',
  'user.update': 'Changed the account of',
  'user.disable': 'Switched off',
  'user.enable': 'Switched on',
  'user.reset-password': 'Reset the password of',
  'user.set-password': 'Set a password',
  'user.change-roles': 'Changed the roles of',
  'user.sign-in': 'Signed in to the console',
  'user.sign-out': 'Signed out of the console',
  'user.sign-out-everywhere': 'Signed out on all devices',
  'user.log-in': 'Logged in to the API',
  'user.log-out': 'Logged out of the API',
  'user.token-reused': 'A used refresh token was presented again',
  'role.create': 'Created',
  'role.update': 'Changed',
  'webhook-endpoint.create': 'Registered',
  'webhook-endpoint.update': 'Changed',
  'webhook-endpoint.disable': 'Switched off',
  'webhook-endpoint.enable': 'Switched on',
  'webhook-endpoint.delete': 'Deleted',
  'webhook-endpoint.rotate-secret': 'Rotated the secret of',
  'webhook-endpoint.test': 'Tested',
  'webhook-delivery.redeliver': 'Redelivered webhooks of',
  'webhook-delivery.sign': 'Copied a signed request of',
  'webhook-event.erase': 'Erased event bodies of',
  'batch.run': 'Started',
  'batch.retry': 'Retried',
  'batch.cancel': 'Stopped',
  'calendar.working-hours': 'Changed the working hours of',
  'calendar.add-absence': 'Added an absence of',
  'calendar.change-absence': 'Changed an absence of',
  'calendar.delete-absence': 'Deleted an absence of',
  'dispatch-rules.change': 'Changed the dispatch rules of',
  'product.change-times': 'Changed the estimates of',
  'saved-view.create': 'Created',
  'saved-view.update': 'Changed',
  'saved-view.delete': 'Deleted',
  import: 'Imported into',
};

export const CHANNEL_LABELS = {
  api: 'REST API',
  console: 'Console',
  graphql: 'GraphQL',
  batch: 'Batch',
  system: 'System',
} as const;

export type Channel = keyof typeof CHANNEL_LABELS;

export const CHANNELS = Object.keys(CHANNEL_LABELS) as Channel[];
