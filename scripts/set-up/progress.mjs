const color = process.stdout.isTTY && !process.env.NO_COLOR;
const paint = (/** @type {number} */ code, /** @type {string} */ text) =>
  color ? `\u001b[${code}m${text}\u001b[0m` : text;

export const dim = (/** @type {string} */ text) => paint(2, text);
export const bold = (/** @type {string} */ text) => paint(1, text);
export const green = (/** @type {string} */ text) => paint(32, text);
export const red = (/** @type {string} */ text) => paint(31, text);
export const cyan = (/** @type {string} */ text) => paint(36, text);

/** A fault of the machine or of its owner, explained in a line or two: no stack trace helps there. */
export class Explained extends Error {}

/** @param {string} line */
export function say(line) {
  process.stdout.write(`${line}\n`);
}

/** @param {string} text something to know, without alarm */
export function note(text) {
  say(`  ${cyan('i')} ${text}`);
}

/**
 * Runs one step of a longer way and says how it went.
 *
 * @template T
 * @param {string} title what is done
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  const start = performance.now();
  say(`  ${dim('…')} ${title}`);
  const result = await work();
  say(`  ${green('✓')} ${title} ${dim(`(${((performance.now() - start) / 1000).toFixed(1)} s)`)}`);
  return result;
}

/** Ends the program for a reason: one that was foreseen in its own words, any other with all that is known. */
export function fail(/** @type {unknown} */ error) {
  const foreseen = error instanceof Explained || (error instanceof Error && EXPECTED.has(error.name));
  const text = foreseen ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`\n  ${red('✗')} ${text.replaceAll('\n', '\n    ')}\n\n`);
  process.exitCode = 1;
}

/** Errors of our packages that speak to the person at the terminal. */
const EXPECTED = new Set(['SettingsError', 'PostgresStartError']);
