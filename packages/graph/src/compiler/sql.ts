/*
 * SQL text with its parameters. Text comes from this repository alone; whatever comes from a request is a parameter, and
 * every parameter is cast to a type, so that a statement means the same whoever prepares it.
 */

/** A value that a statement is given: fixed by the request, or taken by name from the context or from the root field's plan. */
export type Parameter = { value: unknown } | { context: string } | { plan: string };

/** Texts and what stands between them, of which some are pieces of their own: a statement is put together once, at its end. */
export class Sql {
  readonly #texts: readonly string[];
  readonly #pieces: readonly (Sql | Parameter)[];
  #flat: { texts: string[]; parameters: Parameter[] } | undefined;

  /** @param texts one more than pieces: text, piece, text, … */
  constructor(texts: readonly string[], pieces: readonly (Sql | Parameter)[]) {
    this.#texts = texts;
    this.#pieces = pieces;
  }

  /** One more than parameters: text, parameter, text, … */
  get texts(): readonly string[] {
    return this.#flattened().texts;
  }

  get parameters(): readonly Parameter[] {
    return this.#flattened().parameters;
  }

  #flattened(): { texts: string[]; parameters: Parameter[] } {
    if (!this.#flat) {
      const flat = { texts: [''], parameters: [] };
      this.#addTo(flat);
      this.#flat = flat;
    }
    return this.#flat;
  }

  #addTo(whole: { texts: string[]; parameters: Parameter[] }): void {
    const { texts, parameters } = whole;
    const pieces = this.#flat?.parameters ?? this.#pieces;
    const between = this.#flat?.texts ?? this.#texts;
    // For each request: without an iterator, and one by one, for as arguments of a call they would not fit on the stack.
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

/** Text of this repository, as it is. */
export const raw = (text: string): Sql => new Sql([text], []);

/** A name of the database, quoted. */
export const name = (text: string): Sql => raw(`"${text.replaceAll('"', '""')}"`);

/** A value of the request, cast to a type of Postgres. */
export const bound = (value: unknown, type: string): Sql => new Sql(['', `::${type}`], [{ value }]);

/** A value of the context, cast to a type of Postgres. */
export const fromContext = (context: string, type: string): Sql => new Sql(['', `::${type}`], [{ context }]);

/** A value of the plan of the root field that asks, cast to a type of Postgres; see `ofRoot`. */
export const fromPlan = (plan: string, type: string): Sql => new Sql(['', `::${type}`], [{ plan }]);

/** Puts pieces of SQL into a text. */
export const sql = (texts: TemplateStringsArray, ...pieces: Sql[]): Sql => new Sql(texts, pieces);

/** Pieces one behind the other. */
export const concat = (pieces: readonly Sql[]): Sql => joined(pieces, '');

/** Pieces with something between them; `nothing` where there are none. */
export function joined(pieces: readonly Sql[], between: string, nothing = ''): Sql {
  if (pieces.length === 0) return raw(nothing);
  const texts = new Array<string>(pieces.length + 1).fill(between);
  texts[0] = '';
  texts[pieces.length] = '';
  return new Sql(texts, pieces);
}

/** A literal of this repository: a response key, a type name. */
export const literal = (text: string): Sql => raw(`'${text.replaceAll("'", "''")}'`);

/** Gives the values of a piece names, under which a statement takes them later: `prefix.0`, `prefix.1`, … */
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

/** Gives the values of a plan names of their own, so that roots of the same field do not take each other's. */
export const ofRoot = ({ texts, parameters }: Sql, prefix: string): Sql =>
  new Sql(
    texts,
    parameters.map((parameter) => ('plan' in parameter ? { context: rootName(prefix, parameter.plan) } : parameter)),
  );

/** The values of a plan under the names that `ofRoot` gives them. */
export const rootValues = (plan: Readonly<Record<string, unknown>>, prefix: string): [string, unknown][] =>
  Object.entries(plan).map(([key, value]) => [rootName(prefix, key), value]);

/** A statement as Postgres takes it: its text with numbered parameters, and the names of the values for them. */
export type Finished = { text: string; names: string[] };

/** Numbers the parameters, all of which must have names. One that is used several times is passed once. */
export function finish({ texts, parameters }: Sql): Finished {
  const names: string[] = [];
  const numbers = new Map<string, number>();
  const pieces = [texts[0] ?? ''];
  parameters.forEach((parameter, index) => {
    if (!('context' in parameter)) throw new Error('a value without a name in a finished statement');
    const number = numbers.get(parameter.context) ?? names.push(parameter.context);
    numbers.set(parameter.context, number);
    pieces.push(`$${number}`, texts[index + 1] ?? '');
  });
  return { text: pieces.join(''), names };
}

/** A statement of a plan that runs alone, with the values for its parameters in order. */
export function filled(
  statement: Sql,
  plan: Readonly<Record<string, unknown>>,
  context: Readonly<Record<string, unknown>> = {},
): { text: string; values: unknown[] } {
  const { text, names } = finish(ofRoot(statement, 'plan'));
  const values = { ...context, ...Object.fromEntries(rootValues(plan, 'plan')) };
  return { text, values: names.map((each) => values[each]) };
}
