/*
 * SQL text with its parameters. Text comes only from this repository; every value of a request is a parameter. Every
 * parameter is cast to a type, so that Postgres never infers one from the context.
 */

/** A value of a statement: fixed by the request, or looked up by name in the context or in the root field's plan. */
export type Parameter = { value: unknown } | { context: string } | { plan: string };

type Flat = { texts: string[]; parameters: Parameter[]; isPlannedEachTime: boolean };

/** Texts with parameters or further pieces of SQL between them. The whole is flattened once, when it is first read. */
export class Sql {
  readonly #texts: readonly string[];
  readonly #pieces: readonly (Sql | Parameter)[];
  readonly #isPlannedEachTime: boolean;
  #flat: Flat | undefined;

  /**
   * @param texts one more than pieces: text, piece, text, …
   * @param isPlannedEachTime see `plannedEachTime`
   */
  constructor(texts: readonly string[], pieces: readonly (Sql | Parameter)[], isPlannedEachTime = false) {
    this.#texts = texts;
    this.#pieces = pieces;
    this.#isPlannedEachTime = isPlannedEachTime;
  }

  /** One more than parameters: text, parameter, text, … */
  get texts(): readonly string[] {
    return this.#flattened().texts;
  }

  get parameters(): readonly Parameter[] {
    return this.#flattened().parameters;
  }

  /** Whether Postgres plans a statement with this piece each time, see `plannedEachTime`. */
  get isPlannedEachTime(): boolean {
    return this.#flattened().isPlannedEachTime;
  }

  #flattened(): Flat {
    if (!this.#flat) {
      const flat: Flat = { texts: [''], parameters: [], isPlannedEachTime: false };
      this.#addTo(flat);
      this.#flat = flat;
    }
    return this.#flat;
  }

  #addTo(whole: Flat): void {
    const { texts, parameters } = whole;
    whole.isPlannedEachTime ||= this.#flat?.isPlannedEachTime ?? this.#isPlannedEachTime;
    const pieces = this.#flat?.parameters ?? this.#pieces;
    const between = this.#flat?.texts ?? this.#texts;
    // This runs for each request, hence no iterator. It pushes one by one: as arguments of one call, the parts would
    // overflow the stack.
    for (let index = 0; index < between.length; index += 1) {
      texts[texts.length - 1] += between[index] ?? '';
      const piece = pieces[index];
      if (piece instanceof Sql) piece.#addTo(whole);
      else if (piece) {
        parameters.push(piece);
        texts.push('');
      }
    }
  }
}

/** SQL text of this repository, unchanged. */
export const raw = (text: string): Sql => new Sql([text], []);

/**
 * A condition that may match any number of rows, from none to all. For frequent values, reading a list in its order is
 * fastest; for rare ones, an index. Postgres therefore plans the rows that such a condition selects with their values,
 * each time. It would otherwise switch to one generic plan for all values once that looks cheaper.
 */
export const plannedEachTime = (condition: Sql): Sql => new Sql(['', ''], [condition], true);

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** A database identifier, quoted. */
export const name = (text: string): Sql => raw(quoted(text));

/** A column under an alias. */
export const qualified = (alias: string, column: string): Sql => raw(`${alias}.${quoted(column)}`);

/** A table with an alias. */
export const aliased = (table: string, alias: string): Sql => raw(`${quoted(table)} ${alias}`);

/** A value of the request, cast to a type of Postgres. */
export const bound = (value: unknown, type: string): Sql => new Sql(['', `::${type}`], [{ value }]);

/** A value of the context, cast to a type of Postgres. */
export const fromContext = (context: string, type: string): Sql => new Sql(['', `::${type}`], [{ context }]);

/** A value of the root field's plan, cast to a type of Postgres; see `ofRoot`. */
export const fromPlan = (plan: string, type: string): Sql => new Sql(['', `::${type}`], [{ plan }]);

/** A template of SQL text with pieces of SQL. */
export const sql = (texts: TemplateStringsArray, ...pieces: Sql[]): Sql => new Sql(texts, pieces);

/** Concatenates pieces. */
export const concat = (pieces: readonly Sql[]): Sql => joined(pieces, '');

/** Joins pieces with `between`; `nothing` where there are no pieces. */
export function joined(pieces: readonly Sql[], between: string, nothing = ''): Sql {
  if (pieces.length === 0) return raw(nothing);
  const texts = new Array<string>(pieces.length + 1).fill(between);
  texts[0] = '';
  texts[pieces.length] = '';
  return new Sql(texts, pieces);
}

/** A literal of this repository: a response key, a type name. */
export const literal = (text: string): Sql => raw(`'${text.replaceAll("'", "''")}'`);

/** Replaces the values of a piece by names that a statement resolves later: `prefix.0`, `prefix.1`, … */
export const named = ({ texts, parameters }: Sql, prefix: string): Sql =>
  new Sql(
    texts,
    parameters.map((parameter, index) => ('value' in parameter ? { context: `${prefix}.${index}` } : parameter)),
  );

/** The values of a piece under the names that `named` gives them. */
export const namedValues = ({ parameters }: Sql, prefix: string): [string, unknown][] =>
  parameters.flatMap((parameter, index): [string, unknown][] =>
    'value' in parameter ? [[`${prefix}.${index}`, parameter.value]] : [],
  );

const rootName = (prefix: string, plan: string) => `${prefix}.${plan}`;

/** Prefixes the names of a plan's values, so that several roots of the same field do not share values. */
export const ofRoot = ({ texts, parameters }: Sql, prefix: string): Sql =>
  new Sql(
    texts,
    parameters.map((parameter) => ('plan' in parameter ? { context: rootName(prefix, parameter.plan) } : parameter)),
  );

/** The values of a plan under the names that `ofRoot` gives them. */
export const rootValues = (plan: Readonly<Record<string, unknown>>, prefix: string): [string, unknown][] =>
  Object.entries(plan).map(([key, value]) => [rootName(prefix, key), value]);

/** A statement for Postgres: its text with numbered parameters, and the names of their values. */
export type Finished = { text: string; names: string[] };

/** Numbers the parameters, all of which must have names. A parameter that is used several times is passed once. */
export function finish({ texts, parameters }: Sql): Finished {
  const names: string[] = [];
  const numbers = new Map<string, number>();
  const pieces = [texts[0] ?? ''];
  parameters.forEach((parameter, index) => {
    const name = nameOf(parameter);
    const number = numbers.get(name) ?? names.push(name);
    numbers.set(name, number);
    pieces.push(`$${number}`, texts[index + 1] ?? '');
  });
  return { text: pieces.join(''), names };
}

/** The text for readers: the parameters, all of which must have names, are shown as `$name`. */
export const readable = ({ texts, parameters }: Sql): string =>
  [texts[0], ...parameters.flatMap((parameter, index) => [`$${nameOf(parameter)}`, texts[index + 1]])].join('');

function nameOf(parameter: Parameter): string {
  if (!('context' in parameter)) throw new Error('a finished statement has a parameter without a name');
  return parameter.context;
}

/** A plan's statement that runs outside of a compiled operation, with its values in the order of the parameters. */
export function filled(
  statement: Sql,
  plan: Readonly<Record<string, unknown>>,
  context: Readonly<Record<string, unknown>> = {},
): { text: string; values: unknown[] } {
  const { text, names } = finish(ofRoot(statement, 'plan'));
  const values = { ...context, ...Object.fromEntries(rootValues(plan, 'plan')) };
  return { text, values: names.map((each) => values[each]) };
}
