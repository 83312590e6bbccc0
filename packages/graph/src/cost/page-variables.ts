import { type DocumentNode, type GraphQLSchema, Kind, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import { idsOf, isConnection, pageSizesOf } from './list-sizes.ts';
import { isList } from './operation-cost.ts';

/** A variable of a document that decides how many entries a field answers: a page size, or a list of ids. */
type PageVariable = { name: string; field: string };

/** The variables of a validated document by which a client decides how many entries its lists have. */
export function pageVariables(schema: GraphQLSchema, document: DocumentNode): PageVariable[] {
  const found: PageVariable[] = [];
  const info = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(info, {
      Field({ arguments: given = [] }) {
        const [type, field] = [info.getParentType(), info.getFieldDef()];
        if (!type || !field || !(isList(field.type) || isConnection(field.type))) return;
        const sizes = pageSizesOf(field);
        const names = (sizes.length > 0 ? sizes : [idsOf(field)]).map((argument) => argument?.name);
        for (const { name, value } of given)
          if (names.includes(name.value) && value.kind === Kind.VARIABLE)
            found.push({ name: value.name.value, field: `${type.name}.${field.name}` });
      },
    }),
  );
  return found;
}
