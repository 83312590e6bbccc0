import { type DocumentNode, Kind, visit } from 'graphql';

/** The variables of a document that decide, by `@include` and `@skip`, which of its fields are answered. */
export function decidingVariables(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, {
    Directive({ name: { value: directive }, arguments: args }) {
      const value = args?.[0]?.value;
      if ((directive === 'include' || directive === 'skip') && value?.kind === Kind.VARIABLE)
        names.add(value.name.value);
    },
  });
  return [...names];
}

/** Every combination of true and false for these variables; the last combination has all true. */
export const combinations = (names: readonly string[]): Record<string, boolean>[] =>
  names.reduce<Record<string, boolean>[]>(
    (all, name) => [false, true].flatMap((value) => all.map((each) => ({ ...each, [name]: value }))),
    [{}],
  );
