/** A question that the specification leaves open, and the behaviour of this server. */
export type OpenFact<Id extends string = string> = {
  /** Also the value of `x-open-fact` in the OpenAPI document. */
  id: Id;
  /** The open question. */
  fact: string;
  /** The default behaviour of the server. */
  choice: string;
  why: string;
};

/** Preserves the ids of a list as types. */
export const facts = <const Id extends string>(list: readonly OpenFact<Id>[]): readonly OpenFact<Id>[] => list;
