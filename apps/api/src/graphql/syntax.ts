import { type DocumentNode, Lexer, type ParseOptions, parse, Source, TokenKind } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { checkSize, tooMuch } from './document-size.ts';

const MAX_TOKENS = 4_000;

/** Most brackets within brackets, of whatever kind; the parser and the rules call themselves for each. */
const MAX_NESTING = 60;

const OPENING: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const CLOSING: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/** Refuses documents that are too long or too deeply nested while their tokens are read, and what is too much to validate. */
export const limitedSyntax: Plugin = {
  onParse: ({ setParseFn }) => setParseFn(parseWithinLimits),
};

function parseWithinLimits(text: string | Source, options?: ParseOptions): DocumentNode {
  const source = typeof text === 'string' ? new Source(text) : text;
  checkSyntax(source);
  const document = parse(source, options);
  checkSize(document);
  return document;
}

/** @throws a syntax error for what is no token, for too many of them, and for too deep nesting */
export function checkSyntax(source: Source): void {
  const lexer = new Lexer(source);
  let nesting = 0;
  for (let count = 0; lexer.advance().kind !== TokenKind.EOF; count += 1) {
    if (count >= MAX_TOKENS) throw tooMuch(`has more than ${MAX_TOKENS} tokens`);
    if (OPENING.has(lexer.token.kind)) nesting += 1;
    if (CLOSING.has(lexer.token.kind)) nesting -= 1;
    if (nesting > MAX_NESTING) throw tooMuch(`is nested more than ${MAX_NESTING} levels deep`);
  }
}
