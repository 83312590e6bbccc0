import type { JsonSchema } from './json-schema.ts';

/** The named schemas of a document. */
export interface Components {
  readonly all: ReadonlyMap<string, JsonSchema>;
  /** Names a schema and returns a reference to it. Throws when the name already has a different schema. */
  name(name: string, schema: JsonSchema): JsonSchema;
}

export function makeComponents(): Components {
  const all = new Map<string, JsonSchema>();
  return {
    all,
    name(name, schema) {
      const known = all.get(name);
      if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema))
        throw new Error(`The schema ${name} has two different definitions.`);
      all.set(name, schema);
      return { $ref: `#/components/schemas/${name}` };
    },
  };
}
