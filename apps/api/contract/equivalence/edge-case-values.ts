import fc from 'fast-check';

/*
 * Edge-case values of column types: other alphabets, characters outside the basic plane, control characters, quotes and
 * escapes, the bounds of numbers and dates.
 */

const NASTY = [
  '',
  ' ',
  '"',
  "'",
  '\\',
  '\\u0041',
  'a\nb\tc\r',
  '\u0001\u001f\u007f\u0085',
  '\u2028\u2029\ufeff',
  '\u202eright to left',
  'Zoë Zoe\u0308',
  '北京 ☕ 🚲 𝒳',
  '👨‍👩‍👧',
  '{"a":1}',
  '[]',
  'null',
  '</script>',
  '%_',
  '$1 :: text',
  'x'.repeat(3_000),
] as const;

/** Any text that Postgres can store. */
export const edgeCaseText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...NASTY),
  fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.replaceAll('\0', '0')),
  fc.string({ maxLength: 12 }),
);

export const edgeCaseInt = fc.oneof(
  fc.constantFrom(0, 1, -1, 2 ** 31 - 1, -(2 ** 31)),
  fc.integer({ min: 0, max: 1_000 }),
);

/** As text, with the number of digits of price columns. */
export const edgeCaseDecimal = fc.oneof(
  fc.constantFrom('0', '0.001', '0.100', '10', '10.00', '99999999999.999', '12345678901.23'),
  fc.integer({ min: 0, max: 10_000_000 }).map((thousandths) => (thousandths / 1_000).toFixed(3)),
);

export const edgeCaseDate = fc.oneof(
  fc.constantFrom('0001-01-01', '1582-10-10', '1999-12-31', '2024-02-29', '9999-12-31'),
  fc.integer({ min: 0, max: 20_000 }).map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10)),
);
export const edgeCaseTime = fc.constantFrom('00:00:00', '00:00:01', '08:30:00', '12:00:59', '23:59:59');
export const edgeCaseInstant = fc
  .tuple(edgeCaseDate, edgeCaseTime, fc.constantFrom('', '.001', '.999', '.123456'))
  .map(([date, time, fraction]) => `${date} ${time}${fraction}Z`);

/** The value of a tag: a text or a number of any size, as JSON. */
export const edgeCaseTagValue = fc.oneof(
  edgeCaseText.map((text) => JSON.stringify(text)),
  // Numbers arrive as those of JavaScript, which also writes them.
  fc.constantFrom(0, 7, 1.5, -1.5, 1e3, 0.1, 1.2345678901234567e19, 1e21, 1e-7, -1e-7, -Number.MAX_VALUE).map(String),
);
