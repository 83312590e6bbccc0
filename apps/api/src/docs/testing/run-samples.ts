import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Language, Sample } from './samples.ts';

/** The separator that is printed between two samples. */
const BETWEEN = '-- next sample --';

type Interpreter = { command: string; file: string; opening: string; between: string };

/** The samples of a page run in sequence in one program, as its reader runs them in one shell. */
const INTERPRETERS: Readonly<Record<Language, Interpreter>> = {
  bash: { command: 'bash', file: 'sample.sh', opening: 'set -euo pipefail', between: `printf '\\n${BETWEEN}\\n'` },
  js: { command: process.execPath, file: 'sample.mjs', opening: '', between: `console.log('\\n${BETWEEN}');` },
  php: { command: 'php', file: 'sample.php', opening: '<?php', between: `echo "\\n${BETWEEN}\\n";` },
  python: { command: 'python3', file: 'sample.py', opening: '', between: `print('\\n${BETWEEN}', flush=True)` },
};

/** Writes samples to a program file. @returns how to start it, and how to remove it */
export function programOf(
  language: Language,
  samples: readonly Sample[],
): { command: string; file: string; remove(): void } {
  const { command, file, opening, between } = INTERPRETERS[language];
  const folder = mkdtempSync(join(tmpdir(), 'channel-sample-'));
  const path = join(folder, file);
  const codes = samples.map(({ code }) => code.replace(/^<\?php\n/, ''));
  writeFileSync(path, `${[opening, codes.join(`\n${between}\n`)].join('\n')}\n`);
  return { command, file: path, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/**
 * Runs samples in sequence.
 *
 * @returns the output of each
 * @throws if one fails, with the output so far
 */
export async function runSamples(language: Language, samples: readonly Sample[]): Promise<string[]> {
  const { command, file, remove } = programOf(language, samples);
  try {
    const { code, printed, errorText } = await output(command, file);
    const sections = printed.split(`\n${BETWEEN}\n`).map((text) => text.trim());
    if (code !== 0) {
      throw new Error(
        `Sample ${sections.length} of ${samples.length} failed:\n${samples[sections.length - 1]?.code}\n${printed.slice(-2_000)}\n${errorText.slice(-2_000)}`,
      );
    }
    return sections;
  } finally {
    remove();
  }
}

function output(command: string, file: string): Promise<{ code: number | null; printed: string; errorText: string }> {
  return new Promise((resolve, reject) => {
    // The shell's `node` is the one that runs this test.
    const env = {
      ...process.env,
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      PYTHONDONTWRITEBYTECODE: '1',
    };
    const child = spawn(command, [file], { cwd: dirname(file), env, stdio: ['ignore', 'pipe', 'pipe'] });
    let [printed, errorText] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errorText += text;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, printed, errorText }));
  });
}

/** Whether an output matches the expected one; "…" in it matches any text. */
export function isPrinted(expected: string, printed: string): boolean {
  const pattern = expected
    .trim()
    .split('…')
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^]*?');
  return new RegExp(`^${pattern}$`).test(printed.trim());
}
