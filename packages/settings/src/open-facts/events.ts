import { facts } from './fact.ts';

/** Webhooks. */
export const eventFacts = facts([
  {
    id: 'events',
    fact: 'Which operation emits which event',
    choice: 'Each committed change of an order that existed emits `order-updated`; making one emits nothing.',
    why: 'It is the one kind that the text names.',
  },
  {
    id: 'receivers',
    fact: 'How receivers are registered',
    choice:
      'By staff, in the console or by GraphQL. The address must be public, by https on a usual port; addresses inside a network only where the operator allows them.',
    why: 'No REST endpoint is described, so none is invented. An address is whatever somebody typed in: it must not reach what only this server can reach.',
  },
  {
    id: 'delivery',
    fact: 'How events are delivered, signed and repeated',
    choice:
      'POST with the headers and signature of Standard Webhooks; any 2xx in time is success; otherwise it is tried again by a schedule. 410 switches the endpoint off, as do days of nothing but failure. Beside the standard headers goes `X-Order-Sequence`.',
    why: 'Libraries that check this signature exist for every language.',
  },
  {
    id: 'webhook-spelling',
    fact: '`CANCELED` as the status of a webhook passenger',
    choice: 'Stands there for `Cancelled`; the other three are spelled as everywhere.',
    why: 'The example shows that one spelling and no other.',
  },
  {
    id: 'webhook-forms',
    fact: '`price_category_details`, offer times and zones in webhooks',
    choice: 'The title of the category; ISO 8601 in UTC; `created_at` and `booked_at` as `YYYY-MM-DD HH:MM:SS` in UTC.',
    why: 'It follows the examples member by member.',
  },
  {
    id: 'webhook-body',
    fact: 'One event with several receivers',
    choice:
      'One body, seen by the organization of the order and in its language, kept as text and sent unchanged each time. Only receivers of that organization, or of users who may see the order, get it.',
    why: 'A repeated delivery must have the bytes that were signed.',
  },
]);
