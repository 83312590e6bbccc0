import { readFileSync } from 'node:fs';
import { getDatamodel } from '@channel/prisma/pothos-types';
import {
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedDirective,
  isSpecifiedScalarType,
  lexicographicSortSchema,
  printSchema,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from './schema.ts';

const types = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
);

type Described = { at: string; description?: string | null | undefined };

/** A type with its fields, arguments and values. */
function partsOf(type: GraphQLNamedType): Described[] {
  const parts: Described[] = [{ at: type.name, description: type.description }];
  const under = (name: string, { description }: { description?: string | null | undefined }) =>
    parts.push({ at: `${type.name}.${name}`, description });
  if (isObjectType(type) || isInterfaceType(type)) {
    for (const field of Object.values(type.getFields())) {
      under(field.name, field);
      for (const arg of field.args) under(`${field.name}(${arg.name})`, arg);
    }
  }
  if (isInputObjectType(type)) for (const field of Object.values(type.getFields())) under(field.name, field);
  if (isEnumType(type)) for (const value of type.getValues()) under(value.name, value);
  return parts;
}

describe('the schema', () => {
  it('equals schema.graphql (npm run generate writes it)', () => {
    const checkedIn = readFileSync(new URL('../schema.graphql', import.meta.url), 'utf8');
    expect(`${printSchema(lexicographicSortSchema(schema))}\n`).toBe(checkedIn);
  });

  it('describes every type, field, argument and value', () => {
    const directives = schema
      .getDirectives()
      .filter((directive) => !isSpecifiedDirective(directive))
      .flatMap((directive): Described[] => [
        { at: `@${directive.name}`, description: directive.description },
        ...directive.args.map((arg) => ({ at: `@${directive.name}(${arg.name})`, description: arg.description })),
      ]);
    const parts = [...types.flatMap(partsOf), ...directives];
    expect(parts.length).toBeGreaterThan(300);
    expect(parts.filter(({ description }) => !description?.trim()).map(({ at }) => at)).toEqual([]);
  });

  it('describes a column by its /// comment alone: a field has no other text for it', () => {
    const { models } = getDatamodel().datamodel;
    const fields = types.filter(isObjectType).flatMap((type) => {
      const model = models[String(type.extensions.pothosPrismaModel)];
      return Object.values(type.getFields()).map(({ name, description, extensions }) => {
        const column = extensions.pothosExposedField ?? extensions.translatedColumn;
        const comment = model?.fields.find((each) => each.name === column)?.documentation;
        return { at: `${type.name}.${name}`, description, comment };
      });
    });
    const commented = fields.filter(({ comment }) => comment !== undefined);
    expect(commented.length).toBeGreaterThan(100);
    expect(commented.filter(({ description, comment }) => description !== comment)).toEqual([]);
  });
});
