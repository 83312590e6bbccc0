import type { DocumentNode, GraphQLSchema } from 'graphql';
import { type Compiled, type CompilerEnvironment, compile, type JsonAnswer } from './compile.ts';
import { Unsupported } from './where.ts';

export type { Compiled, CompilerEnvironment, JsonAnswer };

/** What became of a document: one statement, or the reason why it runs in the normal way. */
export type Compilation = { compiled: Compiled } | { refused: string };

/** How a document is answered, in words. */
export const executionStrategyOf = (compilation: Compilation): string =>
  'compiled' in compilation ? compilation.compiled.executionStrategy : `executed: ${compilation.refused}`;

/** Compiles a document, or says why it can't be compiled. Anything else that goes wrong is a fault of ours. */
export function tryCompile(
  schema: GraphQLSchema,
  document: DocumentNode,
  environment: CompilerEnvironment,
): Compilation {
  try {
    return { compiled: compile(schema, document, environment) };
  } catch (error) {
    if (error instanceof Unsupported) return { refused: error.message };
    throw error;
  }
}
