import { type DocumentNode, type GraphQLSchema, Kind, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import { idsOf, pageSizeOf } from './list-sizes.ts';
import { isList } from './operation-cost.ts';

/** A variable of a document that says how many entries a field answers: a page size, or ids of which each is an entry. */
type PageVariable = { name: string; field: string };

/** The variables by which whoever sends a validated document says how many entries its lists hold. */
export function pageVariables(schema: GraphQLSchema, document: DocumentNode): PageVariable[] {
  const found: PageVariable[] = [];
  const info = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(info, {
      Field({ arguments: given = [] }) {
        const [type, field] = [info.getParentType(), info.getFieldDef()];
        if (!type || !field || !isList(field.type)) return;
        const argument = pageSizeOf(field) ?? idsOf(field);
        const value = given.find(({ name }) => name.value === argument?.name)?.value;
        if (value?.kind === Kind.VARIABLE) found.push({ name: value.name.value, field: `${type.name}.${field.name}` });
      },
    }),
  );
  return found;
}
