import { facts } from './fact.ts';

/** Tags, and orders identified by tags. */
export const tagFacts = facts([
  {
    id: 'order-tag-ref',
    fact: 'What "an order id or a tag" and lists of tag strings match',
    choice:
      'Digits match an id first and a tag second. Other text matches a value, or key and value around a colon. Several visible orders are 409.',
    why: 'Partners store their own numbers in tags, which can be digits, too.',
  },
  {
    id: 'string-tags',
    fact: 'Tags in filters and selections',
    choice:
      'Text is interpreted like tags in paths; an object contains a key with its value, or only a key. Every filter accepts every form; with several tags, a resource must carry all of them.',
    why: 'Tags are identified in the same way everywhere.',
  },
  {
    id: 'tag-path',
    fact: 'The `{tag}` segment of v1/tags/{tag}/{target}',
    choice: 'Any text that is not empty; it has no effect.',
    why: 'The body already contains the tags.',
  },
  {
    id: 'tag-value',
    fact: 'Numbers as tag values',
    choice: 'Text and numbers keep their type.',
    why: 'A number that turns into text fails strict clients.',
  },
  {
    id: 'tag-number',
    fact: 'The number of tags of one resource',
    choice: 'At most 500, 100 of them in one request; more is 422 and nothing is changed.',
    why: 'Each answer and each webhook of an order contains all of its tags.',
  },
  {
    id: 'tag-delete',
    fact: 'Tags that DELETE removes',
    choice: 'Tags of the given key, and of the given value if there is one.',
    why: 'Fewer conditions select more, as in a filter.',
  },
  {
    id: 'tag-rights',
    fact: 'The right to change tags',
    choice:
      'Tags of orders, bookings and transfers: users who may change the order. Tags of users, roles, cities, categories and products: users with a separate permission, which no other implies; otherwise 403 with the target, before any id is looked up, and nothing is changed. `npm run import` acts for the operator and requires no permission.',
    why: 'Dispatch and the catalogue depend on the tags of shared resources, so the right to sell must not include them. A check after the lookup of ids would reveal which ids exist.',
  },
]);
