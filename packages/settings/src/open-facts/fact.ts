/** Something that the specification leaves open, and what this server does there. */
export type OpenFact<Id extends string = string> = {
  /** Also the mark `x-open-fact` in the OpenAPI document. */
  id: Id;
  /** What is open. */
  fact: string;
  /** What the server does unless it is told otherwise. */
  choice: string;
  why: string;
};

/** Keeps the ids of a list as types. */
export const facts = <const Id extends string>(list: readonly OpenFact<Id>[]): readonly OpenFact<Id>[] => list;
