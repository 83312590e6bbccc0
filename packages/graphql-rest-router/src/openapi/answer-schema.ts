import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { wireText } from '../casing.ts';
import type { PersistedOperation } from '../operation.ts';
import type { Components } from './components.ts';
import { type JsonSchema, objectSchemas, orNull } from './json-schema.ts';

/** One selected field, for a host that changes its schema. */
export interface SelectedField {
  readonly node: FieldNode;
  readonly parent: GraphQLObjectType;
  readonly definition: GraphQLField<unknown, unknown>;
}

export interface ShapeOptions {
  readonly schema: GraphQLSchema;
  /** JSON schemas of the custom scalars, in their serialized form. */
  readonly scalars?: Readonly<Record<string, JsonSchema>>;
  /** Refuses members that the documents don't select; for tests. A published document allows additions. */
  readonly exact?: boolean;
  /**
   * Changes the schema of a selected field (null included), for instance by a client directive on `node` or by what
   * `definition` says; undefined keeps it.
   */
  readonly shapeOf?: (field: SelectedField, schema: JsonSchema) => JsonSchema | undefined;
}

const SCALARS: Readonly<Record<string, JsonSchema>> = {
  Int: { type: 'integer' },
  Float: { type: 'number' },
  String: { type: 'string' },
  Boolean: { type: 'boolean' },
  ID: { type: 'string' },
};

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;
type Selected = { readonly nodes: FieldNode[]; optional: boolean };

const setsOf = ({ nodes }: Pick<Selected, 'nodes'>): SelectionSetNode[] =>
  nodes.flatMap(({ selectionSet }) => (selectionSet === undefined ? [] : [selectionSet]));

/**
 * Derives JSON schemas of answers from documents. A fragment becomes a component of its name, extended by the fields
 * selected beside it; enumerations become components too.
 */
export function answerSchemas({ schema, scalars = {}, shapeOf, exact = false }: ShapeOptions, components: Components) {
  const objectSchema = objectSchemas(exact);
  /** The value of a root field, or of a member of it: its path is separated by dots. */
  function root({ name, kind, document }: PersistedOperation, path: string, mayBeNull: boolean): JsonSchema {
    const [operation, ...others] = document.definitions;
    const type = kind === 'query' ? schema.getQueryType() : schema.getMutationType();
    if (operation?.kind !== Kind.OPERATION_DEFINITION || !type)
      throw new Error(`${name}: the schema has no ${kind} type.`);
    const fragments = new Map(
      others.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
    );
    const [parent, selected] = selectedAt(type, [operation.selectionSet], path.split('.'));
    return member(parent, selected, fragments, mayBeNull);

    function selectedAt(
      parent: GraphQLObjectType,
      sets: readonly SelectionSetNode[],
      [first = '', ...others]: readonly string[],
    ): [GraphQLObjectType, Selected] {
      const selected = fieldsOf(parent, sets, fragments).get(first);
      if (selected === undefined) throw new Error(`${name}: no field ${path}.`);
      if (others.length === 0) return [parent, selected];
      const inner = getNamedType(parent.getFields()[selected.nodes[0]?.name.value ?? '']?.type);
      if (!isObjectType(inner)) throw new Error(`${name}: ${first} of ${path} is no object.`);
      return selectedAt(inner, setsOf(selected), others);
    }
  }

  function member(parent: GraphQLObjectType, { nodes }: Selected, fragments: Fragments, mayBeNull = true): JsonSchema {
    const [node] = nodes;
    if (node === undefined) return {};
    if (node.name.value === '__typename') return { type: 'string', const: parent.name };
    const definition = parent.getFields()[node.name.value];
    if (definition === undefined) throw new Error(`${parent.name} has no field ${node.name.value}.`);
    const sets = setsOf({ nodes });
    const bare = (mayBeNull ? valueOrNull : value)(definition.type, sets, fragments);
    const described = definition.description ? { ...bare, description: wireText(definition.description) } : bare;
    return shapeOf?.({ node, parent, definition }, described) ?? described;
  }

  function valueOrNull(type: GraphQLOutputType, sets: readonly SelectionSetNode[], fragments: Fragments): JsonSchema {
    return isNonNullType(type) ? value(type.ofType, sets, fragments) : orNull(value(type, sets, fragments));
  }

  function value(type: GraphQLOutputType, sets: readonly SelectionSetNode[], fragments: Fragments): JsonSchema {
    if (isNonNullType(type)) return value(type.ofType, sets, fragments);
    if (isListType(type)) return { type: 'array', items: valueOrNull(type.ofType, sets, fragments) };
    if (isEnumType(type)) return enumeration(type);
    if (isObjectType(type)) return extension(type, sets, fragments) ?? object(type, sets, fragments);
    if (isAbstractType(type))
      return { anyOf: schema.getPossibleTypes(type).map((each) => value(each, sets, fragments)) };
    const scalar = scalars[type.name] ?? SCALARS[type.name];
    if (scalar === undefined) throw new Error(`The scalar ${type.name} needs a JSON schema.`);
    return scalar;
  }

  function enumeration(type: GraphQLEnumType): JsonSchema {
    const values = type.getValues();
    const said = values.flatMap(({ name, description }) => (description ? [`- \`${name}\`: ${description}`] : []));
    const description = wireText([type.description, said.join('\n')].filter(Boolean).join('\n\n'));
    return components.name(type.name, {
      type: 'string',
      enum: values.map(({ name }) => name),
      ...(description === '' ? {} : { description }),
    });
  }

  function object(type: GraphQLObjectType, sets: readonly SelectionSetNode[], fragments: Fragments): JsonSchema {
    return objectOf(type, fieldsOf(type, sets, fragments), fragments);
  }

  function objectOf(type: GraphQLObjectType, fields: ReadonlyMap<string, Selected>, fragments: Fragments): JsonSchema {
    const all = [...fields];
    const properties = Object.fromEntries(all.map(([name, selected]) => [name, member(type, selected, fragments)]));
    const required = all.flatMap(([name, { optional }]) => (optional ? [] : [name]));
    return objectSchema(properties, required);
  }

  /** A selection that spreads one fragment of the type: the fragment, extended by the other selected fields. */
  function extension(
    type: GraphQLObjectType,
    sets: readonly SelectionSetNode[],
    fragments: Fragments,
  ): JsonSchema | undefined {
    const selections = sets.flatMap((set) => set.selections);
    const [spread, ...others] = selections.filter((node) => node.kind !== Kind.FIELD);
    if (spread?.kind !== Kind.FRAGMENT_SPREAD || others.length > 0 || isConditional(spread)) return undefined;
    const fragment = fragments.get(spread.name.value);
    if (fragment === undefined || fragment.typeCondition.name.value !== type.name) return undefined;
    const own: SelectionSetNode = {
      kind: Kind.SELECTION_SET,
      selections: selections.filter((node) => node !== spread),
    };
    const extra = fieldsOf(type, [own], fragments);
    const base = fieldsOf(type, [fragment.selectionSet], fragments);
    // `additionalProperties: false` doesn't work inside `allOf`, and members that both select are merged.
    if (extra.size > 0 && (exact || [...extra.keys()].some((name) => base.has(name)))) return undefined;
    const shape = objectOf(type, base, fragments);
    const reference = components.name(fragment.name.value, {
      ...shape,
      ...(type.description ? { description: wireText(type.description) } : {}),
    });
    return extra.size === 0 ? reference : { allOf: [reference, objectOf(type, extra, fragments)] };
  }

  function fieldsOf(
    type: GraphQLObjectType,
    sets: readonly SelectionSetNode[],
    fragments: Fragments,
  ): Map<string, Selected> {
    const fields = new Map<string, Selected>();
    const collect = (node: SelectionNode, within: boolean): void => {
      const optional = within || isConditional(node);
      if (node.kind === Kind.FIELD) {
        const name = node.alias?.value ?? node.name.value;
        const known = fields.get(name);
        if (known === undefined) fields.set(name, { nodes: [node], optional });
        else {
          known.nodes.push(node);
          known.optional &&= optional;
        }
        return;
      }
      const inner = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : node;
      const condition = inner?.typeCondition && schema.getType(inner.typeCondition.name.value);
      const applies =
        !condition || condition === type || (isAbstractType(condition) && schema.isSubType(condition, type));
      if (applies) for (const each of inner?.selectionSet.selections ?? []) collect(each, optional);
    };
    for (const node of sets.flatMap(({ selections }) => selections)) collect(node, false);
    return fields;
  }

  return { root };
}

function isConditional({ directives = [] }: SelectionNode): boolean {
  return directives.some(({ name: { value } }) => value === 'include' || value === 'skip');
}
