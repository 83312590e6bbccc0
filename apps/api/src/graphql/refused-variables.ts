import { isStorable } from '@channel/graph';

/** Far more than any input type has. Bounded because GraphQL searches suggestions for each unknown name. */
const MAX_MEMBERS = 100;

/** More than 100 tags of maximum length have. Coercion makes several copies of an invalid text. */
const MAX_CHARACTERS = 200_000;

export const NOT_STORABLE = 'Texts must be without NUL and without broken characters.';

/**
 * Checks variables before they are coerced: the database must be able to store every text, an object within them has at
 * most 100 members, and all texts and names together have at most 200,000 characters. The number of variables itself
 * has no limit, because the document declares them. Not recursive: a body can be nested deeper than the stack.
 *
 * @returns the error message; undefined for valid variables
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
