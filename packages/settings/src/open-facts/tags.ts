import { facts } from './fact.ts';

/** Tags, and orders named by them. */
export const tagFacts = facts([
  {
    id: 'order-tag-ref',
    fact: 'What "an order id or a tag" and lists of tag strings match',
    choice:
      'Digits are an id first and a tag second. Other text is a value, or key and value around a colon. Several visible orders are 409.',
    why: 'Partners keep their own numbers in tags, and those are digits, too.',
  },
  {
    id: 'string-tags',
    fact: 'Tags in filters and selections',
    choice:
      'Text is read like tags in paths; an object names a key with its value, or a key alone. Every filter takes every form; with several tags, each of them must be there.',
    why: 'One way of naming a tag everywhere.',
  },
  {
    id: 'tag-path',
    fact: 'The `{tag}` segment of v1/tags/{tag}/{target}',
    choice: 'Anything but empty; it changes nothing.',
    why: 'The body already names the tags.',
  },
  {
    id: 'tag-value',
    fact: 'Numbers as tag values',
    choice: 'Text and numbers come back as what they were.',
    why: 'A number that turns into text fails strict clients.',
  },
  {
    id: 'tag-delete',
    fact: 'What DELETE removes',
    choice: 'Tags of the given key, and of the given value if there is one.',
    why: 'Naming less selects more, as in a filter.',
  },
  {
    id: 'tag-rights',
    fact: 'Who may change tags of what',
    choice:
      'Tags of orders, bookings and transfers: whoever may change the order. Tags of users, roles, cities, categories and products: whoever holds a permission of its own, which no other implies; else 403 naming the target before any id is looked up, and nothing is changed. `npm run import` acts for the operator and asks for no permission.',
    why: 'Dispatch and the catalogue rely on the tags of shared things: the right to sell must not reach them. An answer that came after looking up ids would tell which ids exist.',
  },
]);
