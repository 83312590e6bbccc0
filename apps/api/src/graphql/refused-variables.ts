import { isStorable } from '@channel/graph';

/** More than any input type has, by far: what a name that is unknown may have meant is looked for among all of them. */
const MAX_MEMBERS = 100;

/** More than 100 of the longest tags have. Coercion makes several copies of a text that does not fit. */
const MAX_CHARACTERS = 200_000;

export const NOT_STORABLE = 'Texts must be without NUL and without broken characters.';

/**
 * Why some variables are refused before they are coerced; undefined where they are not. Nothing in them has a text that the
 * database can't take, nor an object more than 100 members, and all texts and names have at most 200,000 characters together.
 * A document declares its variables: how many of them are given does not matter. Without recursion: a body can be nested
 * deeper than the stack.
 */
export function refusedVariables(variables: unknown): string | undefined {
  const open = [variables];
  let characters = 0;
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string') {
      characters += value.length;
      if (characters > MAX_CHARACTERS)
        return `The texts of the variables must have at most ${MAX_CHARACTERS} characters together.`;
      if (!isStorable(value)) return NOT_STORABLE;
    } else if (Array.isArray(value)) open.push(...value);
    else if (typeof value === 'object' && value !== null) {
      const members = Object.entries(value);
      if (members.length > MAX_MEMBERS && value !== variables)
        return `Objects within the variables must have at most ${MAX_MEMBERS} members.`;
      for (const [name, member] of members) open.push(name, member);
    }
  }
  return undefined;
}
