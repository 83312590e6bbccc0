import { DirectiveLocation, type DocumentNode, GraphQLDirective, getOperationAST } from 'graphql';

/** A directive of a persisted document. It changes no answer: the start compares it with what the compiler does. */
export const executedDirective = new GraphQLDirective({
  name: 'executed',
  description:
    'Declares that an operation is executed field by field, because no statement answers it. Without it, an operation of this server that cannot be compiled ends the start.',
  locations: [DirectiveLocation.QUERY, DirectiveLocation.MUTATION],
});

/** Whether the only operation of a document declares `@executed`. */
export const declaresExecution = (document: DocumentNode): boolean =>
  getOperationAST(document)?.directives?.some(({ name }) => name.value === executedDirective.name) ?? false;
