/** A column behind a field of a model. */
export type Column = {
  column: string;
  /** Prisma's type, such as `Int`, or the name of an enum. */
  type: string;
  /** The attribute that says more, such as `Date` of `@db.Date`. */
  native: string | null;
  isEnum: boolean;
  isList: boolean;
  isRequired: boolean;
};

/** A relation of a model: rows of `model` whose `foreign` columns equal the row's `own` columns. */
export type Relation = { model: string; isList: boolean; isRequired: boolean; own: string[]; foreign: string[] };

/** The table behind a model. */
export type Table = { table: string; columns: Record<string, Column>; relations: Record<string, Relation> };

/** What Postgres calls the models and enums of the schema. Made from it by `npm run generate`. */
export type TableMap = { models: Record<string, Table>; enums: Record<string, string> };
