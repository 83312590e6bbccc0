import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { InvalidInput } from './faults.ts';
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

/** The dotted paths at fault, each with what was expected there. */
function faultsOf(value: unknown): Record<string, string> {
  try {
    checked(schema, value);
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return Object.fromEntries(error.faults.map(({ path, message }) => [path.join('.'), message]));
  }
  return {};
}

describe('a value of several forms', () => {
  it('has any of them', () => {
    expect(faultsOf({ spots: ['here', { at: { x: 1, y: 2 } }, [1, 2]] })).toEqual({});
  });

  it('is at fault where it stands when it has none of them', () => {
    for (const value of [5, true, null, 'too long'])
      expect([value, faultsOf({ spots: [value] })]).toEqual([value, { 'spots.0': 'must be a text, a list or a spot' }]);
  });

  it('is at fault in its members when it is of the right kind', () => {
    expect(faultsOf({ spots: ['here', { id: 'x', at: { x: 'west', y: 2 } }, [1, 'two']] })).toEqual({
      'spots.1.id': 'must be an id (a positive integer)',
      'spots.1.at.x': 'must be a number',
      'spots.2.1': 'must be a number',
    });
  });
});
