const color = process.stdout.isTTY && !process.env.NO_COLOR;
const paint = (/** @type {number} */ code, /** @type {string} */ text) =>
  color ? `\u001b[${code}m${text}\u001b[0m` : text;

export const dim = (/** @type {string} */ text) => paint(2, text);
export const bold = (/** @type {string} */ text) => paint(1, text);
export const green = (/** @type {string} */ text) => paint(32, text);
export const red = (/** @type {string} */ text) => paint(31, text);
export const cyan = (/** @type {string} */ text) => paint(36, text);

/** An error of the machine or its configuration, explained in a line or two; printed without a stack trace. */
export class Explained extends Error {}

/** Prints output. @param {string} line */
export function say(line) {
  process.stdout.write(`${line}\n`);
}

/** Prints what is no output, so that the output of a command can be used by another one. @param {string} line */
function report(line) {
  process.stderr.write(`${line}\n`);
}

/** @param {string} text information, not a warning */
export function note(text) {
  report(`  ${cyan('i')} ${text}`);
}

/**
 * Runs one step of a longer process, and reports when it begins and ends.
 *
 * @template T
 * @param {string} title the name of the step
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  const start = performance.now();
  report(`  ${dim('…')} ${title}`);
  const result = await work();
  report(`  ${green('✓')} ${title} ${dim(`(${((performance.now() - start) / 1000).toFixed(1)} s)`)}`);
  return result;
}

/** Ends the program with an error: an expected one by its message, any other with its stack trace. */
export function fail(/** @type {unknown} */ error) {
  const isExpected = error instanceof Explained || (error instanceof Error && EXPECTED.has(error.name));
  const text = isExpected ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`\n  ${red('✗')} ${text.replaceAll('\n', '\n    ')}\n\n`);
  process.exitCode = 1;
}

/** Errors of our packages whose messages are meant for the user at the terminal. */
const EXPECTED = new Set(['BackupError', 'MigrationError', 'PostgresStartError', 'SettingsError']);
