import type { DocumentNode, GraphQLSchema } from 'graphql';
import { type Compiled, compile, type JsonAnswer } from './compile.ts';
import { Unsupported } from './where.ts';

export type { Compiled, JsonAnswer };

/** What became of a document: one statement, or the reason why it runs in the normal way. */
export type Compilation = { compiled: Compiled } | { refused: string };

/** Compiles a document, or says why it can't be compiled. Anything else that goes wrong is a fault of ours. */
export function tryCompile(schema: GraphQLSchema, document: DocumentNode): Compilation {
  try {
    return { compiled: compile(schema, document) };
  } catch (error) {
    if (error instanceof Unsupported) return { refused: error.message };
    throw error;
  }
}
