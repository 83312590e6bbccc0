import { Unsupported } from './unsupported.ts';

/** The column of a model's field. */
export type Column = {
  column: string;
  /** Prisma's type, such as `Int`, or the name of an enum. */
  type: string;
  /** The type of Postgres to which a value of the column is cast; of one entry, where the column is a list. */
  cast: string;
  isList: boolean;
  isRequired: boolean;
  /** Whether conditions on it match any number of rows, from none to all, see `plannedEachTime`. */
  matchesAnyNumber?: boolean;
};

/** A relation of a model: rows of `to` whose `foreign` columns equal the row's `own` columns. */
export type Relation = { to: Table; isList: boolean; own: readonly string[]; foreign: readonly string[] };

/** The table of a model. `key` are the columns of its primary key, or else of a unique key; empty without either. */
export type Table = {
  model: string;
  name: string;
  key: readonly string[];
  columns: Readonly<Record<string, Column>>;
  relations: Readonly<Record<string, Relation>>;
};

/** The tables of a schema, by the names of their models. */
export type Tables<Model extends string = string> = Readonly<Record<Model, Table>>;

/** Tables whose relations name their models: the form in which a generator writes them to a file. */
export type TableMap<Model extends string = string> = Readonly<
  Record<
    Model,
    Omit<Table, 'model' | 'relations'> & { relations: Readonly<Record<string, Omit<Relation, 'to'> & { to: string }>> }
  >
>;

/**
 * Replaces the names of models in relations by their tables.
 *
 * @param ofAnyNumber the fields, by model, on which conditions match any number of rows
 */
export function linked<Model extends string>(
  map: TableMap<Model>,
  ofAnyNumber: { readonly [M in Model]?: readonly string[] } = {},
): Tables<Model> {
  const tables: Record<string, Table> = {};
  for (const [model, { relations, columns, ...table }] of Object.entries<TableMap[string]>(map)) {
    const marked = new Set(ofAnyNumber[model as Model]);
    tables[model] = {
      ...table,
      model,
      columns: Object.fromEntries(
        Object.entries(columns).map(([field, column]) => [field, { ...column, matchesAnyNumber: marked.has(field) }]),
      ),
      // A table may be declared after the relations that lead to it.
      relations: Object.fromEntries(
        Object.entries(relations).map(([field, { to, ...relation }]) => [
          field,
          {
            ...relation,
            get to() {
              return tableOf(tables, to);
            },
          },
        ]),
      ),
    };
  }
  return tables as Tables<Model>;
}

/** @throws {Unsupported} for an unknown model */
export function tableOf(tables: Tables, model: string): Table {
  const table = tables[model];
  if (!table) throw new Unsupported(`there is no model ${model}`);
  return table;
}

/** @throws {Unsupported} for an unknown field */
export function columnOf({ model, columns }: Table, field: string): Column {
  const column = columns[field];
  if (!column) throw new Unsupported(`${model} has no column ${field}`);
  return column;
}
