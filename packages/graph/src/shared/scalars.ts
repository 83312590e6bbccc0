import { Prisma } from '@channel/prisma';
import { GraphQLError, type ValueNode, valueFromASTUntyped } from 'graphql';
import { builder } from '../builder.ts';
import { dateText, parseDate, parseReading, parseTime, timeText } from './calendar.ts';

/** An exact decimal number: a decimal of the database as input, a JSON number as output. */
export type Decimal = Prisma.Decimal;

function parsed<T>(value: unknown, parse: (text: string) => T | undefined, expected: string): T {
  const found = typeof value === 'string' ? parse(value) : undefined;
  if (found === undefined) throw new GraphQLError(`must be ${expected}.`);
  return found;
}

/** Options of a scalar that reads values of variables and literals of a document alike; errors of the latter have a place. */
const reading = <T>(parseValue: (value: unknown) => T) => ({
  parseValue,
  parseLiteral: (node: ValueNode, variables?: Record<string, unknown> | null): T => {
    try {
      return parseValue(valueFromASTUntyped(node, variables));
    } catch (error) {
      throw error instanceof GraphQLError ? new GraphQLError(error.message, { nodes: node }) : error;
    }
  },
});

function dated(value: unknown): Date {
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value;
  throw new TypeError('a resolver must answer with a valid Date');
}

function parseInstant(text: string): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/.test(text)) return undefined;
  if (!parseDate(text.slice(0, 10)) || !parseTime(text.slice(11, 16))) return undefined;
  const instant = new Date(text);
  // The offset may move the instant out of the years with four digits, which the database requires.
  return Number.isNaN(instant.getTime()) || !parseDate(dateText(instant)) ? undefined : instant;
}

builder.scalarType('Date', {
  description: 'A calendar date, `YYYY-MM-DD`, by the calendar of the place it belongs to.',
  ...reading((value) => parsed(value, parseDate, 'a valid date (YYYY-MM-DD)')),
  serialize: (value) => dateText(dated(value)),
});

builder.scalarType('DateTime', {
  description: 'An instant in ISO 8601 with milliseconds, in UTC: `YYYY-MM-DDTHH:MM:SS.mmmZ`.',
  ...reading((value) => parsed(value, parseInstant, 'an ISO 8601 date-time with an offset')),
  serialize: (value) => dated(value).toISOString(),
});

builder.scalarType('LocalDateTime', {
  description:
    'A reading of the wall clock at the place, `YYYY-MM-DD HH:MM:SS`; without seconds, or with a `T` between, is accepted too.',
  ...reading((value) => parsed(value, parseReading, 'a local date and time (YYYY-MM-DD HH:MM)')),
  serialize: (value) => dated(value).toISOString().slice(0, 19).replace('T', ' '),
});

builder.scalarType('LocalTime', {
  description: 'A time of day at the place, 24 hours: `HH:MM:SS`; `HH:MM` is accepted too.',
  ...reading((value) => parsed(value, parseTime, 'a time of day (HH:MM)')),
  serialize: (value) => timeText(dated(value)),
});

const safeInt = (value: unknown): number => {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw new GraphQLError('must be an integer from -(2^53 - 1) to 2^53 - 1.');
};

builder.scalarType('SafeInt', {
  description: 'An integer from -(2^53 - 1) to 2^53 - 1, which a JSON number keeps exactly. Ids have this type.',
  ...reading(safeInt),
  serialize: safeInt,
});

builder.scalarType('Decimal', {
  description: 'An exact decimal number, computed without rounding and printed as a JSON number.',
  ...reading((value) => {
    if (typeof value === 'number' && Number.isFinite(value)) return new Prisma.Decimal(value);
    return parsed(
      value,
      (text) => (/^-?\d{1,20}(\.\d{1,10})?$/.test(text) ? new Prisma.Decimal(text) : undefined),
      'a decimal number',
    );
  }),
  serialize: (value) => Number(String(value)),
});

builder.scalarType('TagValue', {
  description: 'The value of a tag: a string or a number, stored with the type that was given.',
  ...reading((value) => {
    if (typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))) return value;
    throw new GraphQLError('must be a string or a number.');
  }),
  serialize: (value) => value as string | number,
});

builder.scalarType('Unknown', {
  description: 'A value whose shape the contract leaves open.',
  ...reading((): never => {
    throw new GraphQLError('is an output scalar and cannot be given.');
  }),
  serialize: (value) => value,
});
