/*
 * SQL text with its parameters. Text comes from this repository alone; whatever comes from a request is a parameter, and
 * every parameter is cast to a type, so that a statement means the same whoever prepares it.
 */

/** A value that a statement is given: fixed by the request, or taken from the context by name. */
export type Parameter = { value: unknown } | { context: string };

export class Sql {
  /** One more than parameters: text, parameter, text, … */
  readonly texts: readonly string[];
  readonly parameters: readonly Parameter[];
  constructor(texts: readonly string[], parameters: readonly Parameter[]) {
    this.texts = texts;
    this.parameters = parameters;
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

/** Puts pieces of SQL into a text. */
export function sql(texts: TemplateStringsArray, ...pieces: Sql[]): Sql {
  return concat(texts.flatMap((text, index) => [raw(text), ...(pieces[index] ? [pieces[index]] : [])]));
}

/** Pieces one behind the other. */
export function concat(pieces: readonly Sql[]): Sql {
  const texts = [''];
  const parameters: Parameter[] = [];
  for (const piece of pieces) {
    texts[texts.length - 1] += piece.texts[0] ?? '';
    texts.push(...piece.texts.slice(1));
    parameters.push(...piece.parameters);
  }
  return new Sql(texts, parameters);
}

/** Pieces with something between them; `nothing` where there are none. */
export function joined(pieces: readonly Sql[], between: string, nothing = ''): Sql {
  const [first, ...others] = pieces;
  return first ? concat([first, ...others.flatMap((piece) => [raw(between), piece])]) : raw(nothing);
}

/** A literal of this repository: a response key, a type name. */
export const literal = (text: string): Sql => raw(`'${text.replaceAll("'", "''")}'`);

/** The text with numbered parameters, and their values. A value of the context is passed once however often it is used. */
export function finish(
  statement: Sql,
  context: Readonly<Record<string, unknown>>,
): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const shared = new Map<string, number>();
  let text = statement.texts[0] ?? '';
  statement.parameters.forEach((parameter, index) => {
    let number: number;
    if ('context' in parameter) {
      number = shared.get(parameter.context) ?? values.push(context[parameter.context]);
      shared.set(parameter.context, number);
    } else number = values.push(parameter.value);
    text += `$${number}${statement.texts[index + 1] ?? ''}`;
  });
  return { text, values };
}
