import { schema } from '@channel/graph';
import { getDirectiveValues, isEnumType } from 'graphql';
import type { JsonSchema, SelectedField } from 'graphql-rest-router';

/** The JSON schemas of the scalars. */
export const scalars: Readonly<Record<string, JsonSchema>> = {
  Date: { type: 'string', format: 'date' },
  DateTime: { type: 'string', format: 'date-time' },
  LocalDateTime: textOf(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
  LocalTime: textOf(/^\d{2}:\d{2}:\d{2}$/),
  SafeInt: { type: 'integer', format: 'int64' },
  Decimal: { type: 'number' },
  TagValue: { type: ['string', 'number'] },
  Unknown: {},
};

/** The format that `@wire` gives to non-null values; one entry for each form. */
const FORMS: Readonly<Record<string, JsonSchema>> = {
  TEXT: textOf(/^-?\d+(\.\d+)?$/),
  NULL: { type: 'null' },
  EMPTY_LIST: { type: 'array', items: {}, maxItems: 0 },
  DATE_TIME_TEXT: textOf(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
  ISO_DATE_TIME: { type: 'string', format: 'date-time' },
  SHORT_TIME: textOf(/^\d{2}:\d{2}$/),
  CANCELED: { type: 'string' },
};

/** The format that `@wire` gives to null. */
const NULL_FORMS: Readonly<Record<string, JsonSchema>> = {
  EMPTY_LIST: { type: 'array', items: {}, maxItems: 0 },
  EMPTY_TEXT: { const: '' },
};

/** The forms of `@wire` in these tables. */
export const wireForms: readonly string[] = [...Object.keys(FORMS), 'ONLY_MEMBER', ...Object.keys(NULL_FORMS)];

const ADDRESSES = new Set([
  'Media.url',
  'BookedMedia.url',
  'Ticket.url',
  'User.profilePhotoUrl',
  'Viewer.profilePhotoUrl',
]);

/**
 * The schema of a field as it is on the wire, if that differs from its GraphQL type.
 *
 * @throws for a form of `@wire` that is not in these tables.
 */
export function shapeOf({ node, parent, definition }: SelectedField, shape: JsonSchema): JsonSchema | undefined {
  if (ADDRESSES.has(`${parent.name}.${definition.name}`)) return { ...shape, format: 'uri' };
  const directive = schema.getDirective('wire');
  const wire = directive && getDirectiveValues(directive, node);
  if (!wire) return undefined;
  const { description, ...plain } = shape;
  const formatted = formatOf(wire.as, withoutNull(plain));
  const forNull = wire.nullAs === undefined ? { type: 'null' } : formOf(NULL_FORMS, wire.nullAs);
  return {
    ...(isNullable(plain) ? either(formatted, forNull) : formatted),
    description: [...(CONSTANT.has(wire.as) ? [] : [description]), describedForm(wire.as), describedNull(wire.nullAs)]
      .filter(Boolean)
      .join(' '),
  };
}

function formatOf(form: unknown, plain: JsonSchema): JsonSchema {
  if (form === undefined) return plain;
  return form === 'ONLY_MEMBER' ? onlyMember(plain) : formOf(FORMS, form);
}

/** @throws for an object that has not exactly one member */
function onlyMember({ properties }: JsonSchema): JsonSchema {
  const [only, ...others] = Object.values(typeof properties === 'object' && properties !== null ? properties : {});
  if (!isSchema(only) || others.length > 0) throw new Error('ONLY_MEMBER needs an object with exactly one member.');
  const { description: _, ...shape } = only;
  return shape;
}

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;

/** Forms with a constant output. */
const CONSTANT = new Set<unknown>(['NULL', 'EMPTY_LIST']);

function describedForm(form: unknown): string | null | undefined {
  const forms = schema.getType('WireForm');
  return isEnumType(forms) ? forms.getValue(String(form))?.description : undefined;
}

const describedNull = (form: unknown) =>
  form === 'EMPTY_LIST'
    ? 'An empty list means null.'
    : form === 'EMPTY_TEXT'
      ? 'Empty where there is none.'
      : undefined;

function formOf(forms: Readonly<Record<string, JsonSchema>>, name: unknown): JsonSchema {
  const form = forms[String(name)];
  if (form === undefined) throw new Error(`@wire has a form ${String(name)} that the OpenAPI document does not know.`);
  return form;
}

function textOf({ source }: RegExp): JsonSchema {
  return { type: 'string', pattern: source };
}

const isNull = (form: unknown) => JSON.stringify(form) === '{"type":"null"}';

function isNullable({ type, anyOf }: JsonSchema): boolean {
  return (Array.isArray(type) && type.includes('null')) || (Array.isArray(anyOf) && anyOf.some(isNull));
}

function withoutNull({ type, anyOf, ...rest }: JsonSchema): JsonSchema {
  if (Array.isArray(anyOf)) return { ...rest, ...anyOf.find((form) => !isNull(form)) };
  return { type: Array.isArray(type) ? type.find((name) => name !== 'null') : type, ...rest };
}

function either(one: JsonSchema, other: JsonSchema): JsonSchema {
  const plain = typeof one.type === 'string' && one.type !== 'null' && isNull(other);
  if (plain) return { ...one, type: [one.type, 'null'] };
  if (one.type === 'string' && one.pattern === undefined && other.const === '') return one;
  return isNull(one) && isNull(other) ? one : { anyOf: [one, other] };
}
