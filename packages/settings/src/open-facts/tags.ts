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
    fact: 'Tag strings in filters',
    choice: 'Read like tags in paths; with several, each of them must be there.',
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
]);
