import { z } from 'zod';

const MAX_INT = 2_147_483_647;
const MAX_ID = Number.MAX_SAFE_INTEGER;
const MAX_ENTRIES = 1_000;
/**
 * Maximum number of values in one text before duplicates are dropped: a megabyte of them would block the event loop for
 * 100 ms.
 */
const MAX_PARTS = 10_000;

interface Range {
  /** Smallest accepted number; default -2^31. */
  min?: number;
  /** Largest accepted number; default 2^31-1. */
  max?: number;
}

const expected = (text: string) => (issue: { input?: unknown }) => (issue.input === undefined ? 'is required' : text);

function rangeText({ min, max }: Range): string {
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`;
  if (min !== undefined) return ` of at least ${min}`;
  return max !== undefined ? ` of at most ${max}` : '';
}

/** Text that a database stores unchanged: no NUL, no lone surrogate. */
function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

/** Text of at most `max` characters (default 2,000) and at least `min` (default 0). */
function text({ min = 0, max = 2_000 }: Range = {}) {
  const error = expected(`must be text of ${min > 0 ? `${min} to` : 'at most'} ${max} characters`);
  const schema = z.string({ error }).max(max, { error, abort: true });
  return (min > 0 ? schema.min(min, { error, abort: true }) : schema).refine(isStorable, {
    error: 'must be text without NUL characters or lone surrogates',
  });
}

/** A calendar date that exists, `YYYY-MM-DD`, kept as text. */
function date() {
  const error = expected('must be a valid date (YYYY-MM-DD)');
  return z.string({ error }).refine(isCalendarDate, { error }).meta({ format: 'date' });
}

function isCalendarDate(value: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value)?.map(Number) ?? [];
  if (!year || !month || !day || month > 12) return false;
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return day <= days;
}

/**
 * An instant with seconds and offset (ISO 8601, `2026-05-04T09:30:00+02:00` or `Z`), or, with `orDate`, a date alone;
 * kept as text.
 */
function dateTime({ orDate = false }: { orDate?: boolean } = {}) {
  const error = expected(
    `must be a valid date-time with offset (YYYY-MM-DDTHH:MM:SS+HH:MM)${orDate ? ' or a date (YYYY-MM-DD)' : ''}`,
  );
  const form = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-](0\d|1[0-4]):?[0-5]\d)$/;
  const accepted = (value: string) => isCalendarDate(form.exec(value)?.[1] ?? (orDate ? value : ''));
  return z
    .string({ error })
    .refine(accepted, { error })
    .meta(orDate ? {} : { format: 'date-time' });
}

/** A time of day, exactly `HH:MM` in 24 hours, kept as text. */
function timeHM() {
  return pattern(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time (HH:MM)');
}

/** A time of day, `HH:MM` or `HH:MM:SS`, kept as text. */
function timeHMS() {
  return pattern(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, 'must be a time (HH:MM or HH:MM:SS)');
}

/** Text of a given form; `expectation` is the predicate of the field error. */
function pattern(form: RegExp, expectation: string) {
  const error = expected(expectation);
  return z.string({ error }).regex(form, { error });
}

/** An e-mail address of at most 254 characters. */
function email() {
  const error = expected('must be a valid e-mail address');
  return z.email({ error }).max(254, { error, abort: true });
}

/** One of a few texts. */
function oneOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, { error: expected(`must be one of ${values.join(', ')}`) });
}

/**
 * An id in a body: a JSON integer from 1 to 2^53-1; others are refused (422). `expectation` is the predicate of the
 * field error: a host that has a message for unknown ids can use it for malformed ones too.
 */
function id(expectation = 'must be an id (a positive integer)') {
  return int({ min: 1, max: MAX_ID }, expectation).meta({ format: 'int64', maximum: undefined });
}

/** An id in a path. Invalid path parameters are answered 404, so no other form reaches the database. */
function pathId() {
  return z.preprocess(fromDigits, id());
}

/**
 * An id in a filter, as number or text. Ids that no row can have (0, above 2^53-1) become 0 and so match nothing;
 * anything else is refused.
 */
function filterId() {
  const error = expected('must be an id (a positive integer)');
  const unreachable = (value: unknown) =>
    typeof value === 'number' && Number.isInteger(value) && value >= MAX_ID ? 0 : value;
  return z.preprocess(
    (value) => unreachable(fromDigits(value)),
    z.int({ error }).min(0, { error }).max(MAX_ID, { error }),
  );
}

function int(range: Range = {}, expectation = `must be an integer${rangeText(range)}`) {
  const error = expected(expectation);
  return z
    .int({ error })
    .min(range.min ?? -MAX_INT - 1, { error })
    .max(range.max ?? MAX_INT, { error });
}

function number(range: Range = {}) {
  const error = expected(`must be a number${rangeText(range)}`);
  const within =
    ({ min = -Infinity, max = Infinity }: Range) =>
    (value: number) =>
      value >= min && value <= max;
  const { min: minimum, max: maximum } = range;
  return z.number({ error }).refine(within(range), { error }).meta({ minimum, maximum });
}

function bool() {
  return z.boolean({ error: expected('must be true or false') });
}

// Canonical digits only: no sign but minus, no leading zero, no exponent, no blanks.
function fromDigits(value: unknown): unknown {
  if (typeof value !== 'string' || !/^(0|-?[1-9]\d*)$/.test(value)) return value;
  const digits = Number(value);
  return Number.isSafeInteger(digits) ? digits : Math.sign(digits) * Number.MAX_SAFE_INTEGER;
}

function fromDecimal(value: unknown): unknown {
  return typeof value === 'string' && /^-?\d{1,15}(\.\d{1,15})?$/.test(value) ? Number(value) : value;
}

const TRUTHS = new Map<unknown, boolean>([
  ['true', true],
  ['1', true],
  [1, true],
  ['false', false],
  ['0', false],
  [0, false],
]);

/**
 * Several values in one text, joined by the vertical bar: `a|b|c` becomes a list of at most `max` entries (default
 * 1,000) without duplicates; with duplicates the text has at most 10,000. One entry that `entry` refuses (an empty one
 * too, unless it takes empty text) refuses the whole member.
 */
function barList<Entry extends z.ZodType>(entry: Entry, { max = MAX_ENTRIES }: Range = {}) {
  const list = z
    .string({ error: expected('must be text, values joined by |') })
    .describe(`Several are joined by \`|\`, at most ${max.toLocaleString('en')}.`);
  return list.transform((joined, context): z.output<Entry>[] => {
    const split = joined.split('|', MAX_PARTS + 1);
    if (split.length > MAX_PARTS)
      return refuse(`must have at most ${MAX_PARTS} values joined by |, repetitions included`);
    const parts = new Set(split);
    const values: z.output<Entry>[] = [];
    if (parts.size > max) return refuse(`must have at most ${max} values joined by |`);
    for (const part of parts) {
      const read = part === '' ? undefined : entry.safeParse(part);
      if (read === undefined) return refuse('must be values joined by |, none of them empty');
      if (!read.success)
        return refuse(`must be values joined by |; each ${read.error.issues[0]?.message ?? 'must be valid'}`);
      values.push(read.data);
    }
    return [...new Set(values)];

    function refuse(message: string) {
      context.issues.push({ code: 'custom', message, input: joined });
      return z.NEVER;
    }
  });
}

/** A JSON list (or `name[]=` in a query) of at most `max` entries (default 1,000). */
function list<Entry extends z.ZodType>(entry: Entry, { min = 0, max = MAX_ENTRIES }: Range = {}) {
  const error = expected(`must be a list of ${min > 0 ? `${min} to` : 'at most'} ${max} entries`);
  const schema = z.array(entry, { error }).max(max, { error });
  return min > 0 ? schema.min(min, { error }) : schema;
}

/** A member that may be absent; an explicit null counts as absent. */
function optional<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => value ?? undefined, schema.optional());
}

/** A member that may be absent or null; null is kept, because it has its own meaning. */
function nullable<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish();
}

/** A text that may be absent, and that an explicit null or `""` clears (null either way). */
function clearable<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (value === '' ? null : value), schema.nullish());
}

/** A member that may be absent but not cleared: an explicit null is refused. */
function unclearable<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value, context) => {
    if (value === null)
      context.issues.push({ code: 'custom', message: 'must not be null; leave it out to keep it', input: value });
    return value;
  }, schema.optional());
}

const forms = {
  text,
  date,
  dateTime,
  timeHM,
  timeHMS,
  pattern,
  email,
  oneOf,
  barList,
  list,
  optional,
  nullable,
  clearable,
  unclearable,
  pathId,
  filterId,
};

/**
 * Scalars of the wire as zod schemas, with messages that say what was expected. Numbers and booleans are JSON numbers
 * and booleans, as a body carries them; `wire.loose` also takes them as text, as a query string does.
 */
export const wire = {
  ...forms,
  id,
  /** A JSON integer within the range (default: 32 bits). */
  int,
  /** A finite JSON number. */
  number,
  /** true or false. */
  bool,
  loose: {
    ...forms,
    id: filterId,
    /** An id in a body, or its canonical digits. */
    bodyId: (expectation?: string) => z.preprocess(fromDigits, id(expectation)),
    /** An integer, or its canonical digits. */
    int: (range: Range = {}) => z.preprocess(fromDigits, int(range)),
    /** A number, or its plain decimal form. */
    number: (range: Range = {}) => z.preprocess(fromDecimal, number(range)),
    /** true, false, 1, 0, also as text. */
    bool: () => z.preprocess((value) => TRUTHS.get(value) ?? value, bool()),
  },
} as const;
