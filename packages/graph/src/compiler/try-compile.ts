import type { DocumentNode, GraphQLSchema } from 'graphql';
import { type Compiled, type CompilerEnvironment, compile, type JsonAnswer } from './compile.ts';
import { Unsupported } from './where.ts';

export type { Compiled, CompilerEnvironment, JsonAnswer };

/** The result of compiling a document: one statement, or the reason why normal execution runs the document. */
export type Compilation = { compiled: Compiled } | { refused: string };

/** The execution strategy of a document, in words. */
export const executionStrategyOf = (compilation: Compilation): string =>
  'compiled' in compilation ? compilation.compiled.executionStrategy : `executed (${compilation.refused})`;

/** Compiles a document, or says why it can't be compiled. Any other error is a defect of the compiler and is thrown. */
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
