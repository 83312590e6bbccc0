import type { JsonSchema } from './json-schema.ts';

/** The named schemas of a document. */
export interface Components {
  readonly all: ReadonlyMap<string, JsonSchema>;
  /** Gives a schema a name and answers with a reference to it. Throws when the name already means something else. */
  name(name: string, schema: JsonSchema): JsonSchema;
}

export function makeComponents(): Components {
  const all = new Map<string, JsonSchema>();
  return {
    all,
    name(name, schema) {
      const known = all.get(name);
      if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema))
        throw new Error(`The schema ${name} is spelled in two ways.`);
      all.set(name, schema);
      return { $ref: `#/components/schemas/${name}` };
    },
  };
}
