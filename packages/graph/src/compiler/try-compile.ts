import type { DocumentNode, GraphQLSchema } from 'graphql';
import { type Compiled, compile, type JsonAnswer, type Surroundings } from './compile.ts';
import { Unsupported } from './where.ts';

export type { Compiled, JsonAnswer, Surroundings };

/** What became of a document: one statement, or the reason why it runs in the normal way. */
export type Compilation = { compiled: Compiled } | { refused: string };

/** How a document is answered, in words. */
export const mannerOf = (compilation: Compilation): string =>
  'compiled' in compilation ? compilation.compiled.manner : `executed: ${compilation.refused}`;

/** Compiles a document, or says why it can't be compiled. Anything else that goes wrong is a fault of ours. */
export function tryCompile(schema: GraphQLSchema, document: DocumentNode, surroundings: Surroundings): Compilation {
  try {
    return { compiled: compile(schema, document, surroundings) };
  } catch (error) {
    if (error instanceof Unsupported) return { refused: error.message };
    throw error;
  }
}
