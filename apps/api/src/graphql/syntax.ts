import { type DocumentNode, Lexer, type ParseOptions, parse, Source, TokenKind } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { checkSize, tooMuch } from './document-size.ts';

/**
 * Maximum characters and lines of a document; the largest persisted one has 2,822 in 238 lines. They are limited
 * besides the tokens, because blanks, comments and line breaks are no tokens, and every error reads all of them to find
 * its line.
 */
export const MAX_CHARACTERS = 20_000;
export const MAX_LINES = 1_000;

const MAX_TOKENS = 4_000;

/** Maximum depth of nested brackets of any kind; the parser and the validation rules recurse for each. */
const MAX_NESTING = 60;

const OPENING: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const CLOSING: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

const LINE_BREAK = /\r\n|[\n\r]/;

/**
 * Refuses documents that are too long or too deeply nested while they are tokenized, and those too costly to validate.
 */
export const limitedSyntax: Plugin = {
  onParse: ({ setParseFn }) => setParseFn(parseWithinLimits),
};

/** Parses a document. @throws {GraphQLError} the error for the client, also for a document above the limits */
export function parseWithinLimits(text: string | Source, options?: ParseOptions): DocumentNode {
  const source = typeof text === 'string' ? new Source(text) : text;
  checkSyntax(source);
  const document = parse(source, options);
  checkSize(document);
  return document;
}

/**
 * @throws a syntax error for a text that is too long, for an invalid token, for too many tokens, and for too deep
 * nesting
 */
export function checkSyntax(source: Source): void {
  if (source.body.length > MAX_CHARACTERS) throw tooMuch(`has more than ${MAX_CHARACTERS} characters`);
  if (source.body.split(LINE_BREAK, MAX_LINES + 1).length > MAX_LINES)
    throw tooMuch(`has more than ${MAX_LINES} lines`);
  const lexer = new Lexer(source);
  let nesting = 0;
  for (let count = 0; lexer.advance().kind !== TokenKind.EOF; count += 1) {
    if (count >= MAX_TOKENS) throw tooMuch(`has more than ${MAX_TOKENS} tokens`);
    if (OPENING.has(lexer.token.kind)) nesting += 1;
    if (CLOSING.has(lexer.token.kind)) nesting -= 1;
    if (nesting > MAX_NESTING) throw tooMuch(`is nested more than ${MAX_NESTING} levels deep`);
  }
}
