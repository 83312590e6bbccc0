import { isJsonSchema, type JsonSchema } from './json-schema.ts';

/** The `x-open-fact` marker for behaviour that an installation can choose, with ids of its open facts. */
export function openFactMark(ids: readonly string[] = []): JsonSchema {
  return ids.length === 0 ? {} : { 'x-open-fact': ids.length === 1 ? ids[0] : ids };
}

/**
 * The document with a link in the description of every part that is marked as an open fact.
 *
 * @param urlOf the URL of an open fact
 */
export function withOpenFactLinks<Part>(part: Part, urlOf: (id: string) => string): Part {
  return linked(part, urlOf) as Part;
}

function linked(part: unknown, urlOf: (id: string) => string): unknown {
  if (Array.isArray(part)) return part.map((each) => linked(each, urlOf));
  if (!isJsonSchema(part)) return part;
  const made = Object.fromEntries(Object.entries(part).map(([name, member]) => [name, linked(member, urlOf)]));
  const ids = [part['x-open-fact'] ?? []].flat();
  if (ids.length === 0) return made;
  const links = ids.map((id) => `[${id}](${urlOf(String(id))})`).join(', ');
  const text = `${ids.length === 1 ? 'Open fact' : 'Open facts'}: ${links}.`;
  return { ...made, description: [part.description, text].filter(Boolean).join('\n\n') };
}
