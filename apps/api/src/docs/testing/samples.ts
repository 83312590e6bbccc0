import { lexer, type Token, type Tokens } from 'marked';

/** The languages whose samples run. */
export const LANGUAGES = ['bash', 'js', 'php', 'python'] as const;
export type Language = (typeof LANGUAGES)[number];

/**
 * A fenced block of a page. Its info string is its kind: "bash run" runs, "bash run setup" runs before the samples of
 * every page, "php receiver" receives webhooks, "text output" is the expected output of the sample above it ("…"
 * matches any text). A block in any other language only illustrates a format and does not run.
 */
export type Sample = {
  readonly language: string;
  readonly marks: readonly string[];
  readonly code: string;
  /** Its expected output, if the page shows it. */
  readonly output: string | undefined;
};

/** The fenced blocks of a page, in its order. */
export function samplesOf(markdown: string): Sample[] {
  const blocks = lexer(markdown).filter((token) => token.type !== 'space');
  return blocks.flatMap((token, at) => {
    if (!isCode(token) || infoOf(token).marks.includes('output')) return [];
    const next = blocks[at + 1];
    const output = next && isCode(next) && infoOf(next).marks.includes('output') ? next.text : undefined;
    return [{ ...infoOf(token), code: token.text, output }];
  });
}

const isCode = (token: Token): token is Tokens.Code => token.type === 'code';

function infoOf({ lang = '' }: Tokens.Code): Pick<Sample, 'language' | 'marks'> {
  const [language = '', ...marks] = lang.split(' ');
  return { language, marks };
}
