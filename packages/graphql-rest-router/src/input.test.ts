import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { InvalidInput } from './http-errors.ts';
import { checked } from './input.ts';
import { wire } from './wire.ts';

const spot = z.object({ id: wire.optional(wire.id()), at: z.object({ x: wire.number(), y: wire.number() }) });
const schema = z.object({
  spots: z.array(
    z.union([wire.text({ max: 5 }), spot, z.array(wire.number()).min(2)], {
      error: 'must be a text, a list or a spot',
    }),
  ),
});

/** The field errors by dotted path. */
function fieldErrorsOf(value: unknown): Record<string, string> {
  try {
    checked(schema, value);
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return Object.fromEntries(error.fieldErrors.map(({ path, message }) => [path.join('.'), message]));
  }
  return {};
}

describe('a value of a union type', () => {
  it('may match any member of the union', () => {
    expect(fieldErrorsOf({ spots: ['here', { at: { x: 1, y: 2 } }, [1, 2]] })).toEqual({});
  });

  it('is reported under its own path when it matches none', () => {
    for (const value of [5, true, null, 'too long'])
      expect([value, fieldErrorsOf({ spots: [value] })]).toEqual([
        value,
        { 'spots.0': 'must be a text, a list or a spot' },
      ]);
  });

  it('is reported under its members when its type matches', () => {
    expect(fieldErrorsOf({ spots: ['here', { id: 'x', at: { x: 'west', y: 2 } }, [1, 'two']] })).toEqual({
      'spots.1.id': 'must be an id (a positive integer)',
      'spots.1.at.x': 'must be a number',
      'spots.2.1': 'must be a number',
    });
  });
});
