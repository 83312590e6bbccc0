import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** Kinds of resources: labels, the entity names that the log uses for them, and their pages. */
export const THINGS = {
  order: { label: msg`Order`, plural: msg`Orders`, entities: ['order'], href: (id: number) => `/orders/${id}` },
  note: { label: msg`Note`, plural: msg`Notes`, entities: ['order-note'] },
  person: {
    label: msg`Person`,
    plural: msg`People`,
    entities: ['user', 'users'],
    href: (id: number) => `/people/${id}`,
  },
  role: {
    label: msg`Role`,
    plural: msg`Roles`,
    entities: ['role', 'roles'],
    href: (id: number) => `/people/roles?role=${id}`,
  },
  serviceAccount: {
    label: msg`Service account`,
    plural: msg`Service accounts`,
    entities: ['service-account'],
    href: (id: number) => `/people/service-accounts?account=${id}`,
  },
  product: {
    label: msg`Product`,
    plural: msg`Products`,
    entities: ['products', 'product'],
    href: (id: number) => `/catalogue/${id}`,
  },
  category: { label: msg`Category`, plural: msg`Categories`, entities: ['categories'] },
  city: { label: msg`City`, plural: msg`Cities`, entities: ['cities'] },
  endpoint: {
    label: msg`Webhook endpoint`,
    plural: msg`Webhook endpoints`,
    entities: ['webhook-endpoint'],
    href: (id: number) => `/webhooks/endpoints/${id}`,
  },
  batch: { label: msg`Batch`, plural: msg`Batches`, entities: ['batch'] },
  view: { label: msg`Saved view`, plural: msg`Saved views`, entities: ['saved-view'] },
  erasure: {
    label: msg`Erasure of personal data`,
    plural: msg`Erasures of personal data`,
    entities: ['personal-data-erasure'],
    href: () => '/people/personal-data',
  },
  organization: { label: msg`Organization`, plural: msg`Organization`, entities: ['organization'] },
} as const satisfies Record<
  string,
  { label: MessageDescriptor; plural: MessageDescriptor; entities: readonly string[]; href?: (id: number) => string }
>;

export type Thing = keyof typeof THINGS;

export const THING_NAMES = Object.keys(THINGS) as Thing[];

/** The label of an entry's resource, and the path of its page if it has one. */
export function thingOf(i18n: I18n, entity: string, id: number | null): { label: string; href?: string } {
  const found = Object.values(THINGS).find(({ entities }) => entities.some((name) => name === entity));
  const name = found ? i18n._(found.label) : entity;
  const label = id === null ? name : `${name} ${id}`;
  return found && 'href' in found && id !== null ? { label, href: found.href(id) } : { label };
}

/** What was done, as a sentence; `{thing}` is the resource. An action without a text is shown by its name. */
export const ACTIONS: Record<string, MessageDescriptor> = {
  'order.book': msg({ message: 'Booked {thing}' }),
  'order.update': msg({ message: 'Changed {thing}' }),
  'order.rebook': msg({ message: 'Rebooked {thing}' }),
  'order.renew-hold': msg({ message: 'Held the places of {thing} longer' }),
  'order-note.add': msg({ message: 'Added {thing}' }),
  'order-note.update': msg({ message: 'Changed {thing}' }),
  'order-note.delete': msg({ message: 'Deleted {thing}' }),
  'tags.assign': msg({ message: 'Assigned tags to {thing}' }),
  'tags.synchronise': msg({ message: 'Replaced the tags of {thing}' }),
  'tags.remove': msg({ message: 'Removed tags from {thing}' }),
  'tags.change': msg({ message: 'Changed the tags of {thing}' }),
  'tags.undo': msg({ message: 'Undid a change of the tags of {thing}' }),
  'user.invite': msg({ message: 'Invited {thing}' }),
  'user.update': msg({ message: 'Changed the account of {thing}' }),
  'user.disable': msg({ message: 'Switched off {thing}' }),
  'user.enable': msg({ message: 'Switched on {thing}' }),
  'user.unlink-openid': msg({ message: 'Removed the link of {thing} to the sign-in provider' }),
  'user.request-password': msg({ message: 'Requested a new password for {thing}' }),
  'user.reset-password': msg({ message: 'Reset the password of {thing}' }),
  'user.change-roles': msg({ message: 'Changed the roles of {thing}' }),
  'organization.update': msg({ message: 'Changed {thing}' }),
  'role.create': msg({ message: 'Created {thing}' }),
  'role.update': msg({ message: 'Changed {thing}' }),
  'role.delete': msg({ message: 'Deleted {thing}' }),
  'service-account.create': msg({ message: 'Created {thing}' }),
  'service-account.update': msg({ message: 'Changed {thing}' }),
  'service-account.disable': msg({ message: 'Switched off {thing}' }),
  'service-account.enable': msg({ message: 'Switched on {thing}' }),
  'service-account.create-token': msg({ message: 'Created a token of {thing}' }),
  'service-account.revoke-token': msg({ message: 'Revoked a token of {thing}' }),
  'webhook-endpoint.create': msg({ message: 'Registered {thing}' }),
  'webhook-endpoint.update': msg({ message: 'Changed {thing}' }),
  'webhook-endpoint.disable': msg({ message: 'Switched off {thing}' }),
  'webhook-endpoint.enable': msg({ message: 'Switched on {thing}' }),
  'webhook-endpoint.delete': msg({ message: 'Deleted {thing}' }),
  'webhook-endpoint.rotate-secret': msg({ message: 'Rotated the secret of {thing}' }),
  'webhook-endpoint.test': msg({ message: 'Tested {thing}' }),
  'webhook-delivery.redeliver': msg({ message: 'Redelivered webhooks of {thing}' }),
  'webhook-delivery.sign': msg({ message: 'Copied a signed request of {thing}' }),
  'webhook-event.erase': msg({ message: 'Erased event bodies of {thing}' }),
  'order.erase-personal-data': msg({ message: 'Erased the personal data of {thing}' }),
  'personal-data.export': msg({ message: 'Exported the personal data of {thing}' }),
  'personal-data.request-erasure': msg({ message: 'Requested {thing}' }),
  'personal-data.erase': msg({ message: 'Completed {thing}' }),
  'batch.run': msg({ message: 'Started {thing}' }),
  'batch.retry': msg({ message: 'Retried {thing}' }),
  'batch.cancel': msg({ message: 'Stopped {thing}' }),
  'calendar.working-hours': msg({ message: 'Changed the working hours of {thing}' }),
  'calendar.add-absence': msg({ message: 'Added an absence of {thing}' }),
  'calendar.change-absence': msg({ message: 'Changed an absence of {thing}' }),
  'calendar.delete-absence': msg({ message: 'Deleted an absence of {thing}' }),
  'crew.create-link': msg({ message: 'Created a personal link of {thing}' }),
  'crew.send-link': msg({ message: 'Sent a personal link to {thing}' }),
  'crew.create-calendar': msg({ message: 'Created a calendar address of {thing}' }),
  'crew.end-access': msg({ message: 'Ended the access of {thing} to the page for drivers and guides' }),
  'dispatch-rules.change': msg({ message: 'Changed the dispatch rules of {thing}' }),
  'product.change-times': msg({ message: 'Changed the estimates of {thing}' }),
  'saved-view.create': msg({ message: 'Created {thing}' }),
  'saved-view.update': msg({ message: 'Changed {thing}' }),
  'saved-view.delete': msg({ message: 'Deleted {thing}' }),
  import: msg({ message: 'Imported into {thing}' }),
};

/** What people did with their own account. */
export const OWN_ACTIONS: Record<string, MessageDescriptor> = {
  'user.set-password': msg`Set a password`,
  'user.sign-in': msg`Signed in to the console`,
  'user.sign-in-openid': msg`Signed in to the console by the sign-in provider`,
  'user.link-openid': msg`Was linked to the sign-in provider`,
  'user.sign-out': msg`Signed out of the console`,
  'user.sign-out-everywhere': msg`Signed out on all devices`,
  'user.log-in': msg`Logged in to the API`,
  'user.log-out': msg`Logged out of the API`,
  'crew.open-session': msg`Opened the page for drivers and guides`,
  'crew.sign-out': msg`Signed out of the page for drivers and guides`,
  'user.token-reused': msg`A used refresh token was presented again`,
};

export const CHANNEL_LABELS = {
  api: msg`REST API`,
  console: msg`Console`,
  graphql: msg`GraphQL`,
  batch: msg`Batch`,
  system: msg`System`,
} as const;

export type Channel = keyof typeof CHANNEL_LABELS;

export const CHANNELS = Object.keys(CHANNEL_LABELS) as Channel[];
