import { facts } from './fact.ts';

/** Webhooks. */
export const eventFacts = facts([
  {
    id: 'events',
    fact: 'The events of operations',
    choice: 'Each committed change of an existing order emits `order-updated`; creating one emits nothing.',
    why: 'It is the only kind that the text names.',
  },
  {
    id: 'receivers',
    fact: 'Registration of receivers',
    choice:
      'By staff, in the console or by GraphQL. The address must be public, by https on a default port; private addresses only where the operator allows them.',
    why: 'No REST endpoint is described, so none is invented. An address is user input: it must not give access to systems that only this server can reach.',
  },
  {
    id: 'delivery',
    fact: 'How events are delivered, signed and repeated',
    choice:
      'POST with the headers and signature of Standard Webhooks; any 2xx within the timeout is success; otherwise it is attempted again by a schedule. 410 switches the endpoint off, and so do days of uninterrupted failure. `X-Order-Sequence` is sent in addition to the standard headers.',
    why: 'Libraries that verify this signature exist for every language.',
  },
  {
    id: 'webhook-spelling',
    fact: '`CANCELED` as the status of a webhook passenger',
    choice: 'Used there for `Cancelled`; the other three statuses have their usual names.',
    why: 'The example uses only that spelling.',
  },
  {
    id: 'webhook-forms',
    fact: '`price_category_details`, offer times and zones in webhooks',
    choice: 'The title of the category; ISO 8601 in UTC; `created_at` and `booked_at` as `YYYY-MM-DD HH:MM:SS` in UTC.',
    why: 'The examples use these formats.',
  },
  {
    id: 'webhook-body',
    fact: 'One event with several receivers',
    choice:
      'One body, in the view of the organization of the order and in its language, stored as text and sent unchanged each time. Only receivers of that organization, or of users who may see the order, receive it.',
    why: 'A repeated delivery must contain the signed bytes.',
  },
]);
