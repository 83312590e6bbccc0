import { type DocumentNode, GraphQLError, Lexer, type ParseOptions, parse, Source, TokenKind } from 'graphql';
import type { Plugin } from 'graphql-yoga';

const MAX_TOKENS = 4_000;

/** Most brackets within brackets, of whatever kind; the parser and the rules call themselves for each. */
const MAX_NESTING = 60;

const OPENING: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const CLOSING: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/** Refuses documents that are too long or too deeply nested while their tokens are read, before anything is made of them. */
export const limitedSyntax: Plugin = {
  onParse: ({ setParseFn }) => setParseFn(parseWithinLimits),
};

function parseWithinLimits(text: string | Source, options?: ParseOptions): DocumentNode {
  const source = typeof text === 'string' ? new Source(text) : text;
  checkSyntax(source);
  return parse(source, options);
}

/** @throws a syntax error for what is no token, for too many of them, and for too deep nesting */
export function checkSyntax(source: Source): void {
  const lexer = new Lexer(source);
  let nesting = 0;
  for (let count = 0; lexer.advance().kind !== TokenKind.EOF; count += 1) {
    if (count >= MAX_TOKENS) throw tooLarge(`has more than ${MAX_TOKENS} tokens`);
    if (OPENING.has(lexer.token.kind)) nesting += 1;
    if (CLOSING.has(lexer.token.kind)) nesting -= 1;
    if (nesting > MAX_NESTING) throw tooLarge(`is nested more than ${MAX_NESTING} levels deep`);
  }
}

const tooLarge = (reason: string) =>
  new GraphQLError(`Syntax Error: The document ${reason}.`, { extensions: { code: 'GRAPHQL_PARSE_FAILED' } });
