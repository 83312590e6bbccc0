import { parseArgs } from 'node:util';
import { Explained, fail, say } from './progress.mjs';
import { asksForHelp } from './run-on-own-node.mjs';

/**
 * Reads the command line of a command whose options are flags. Nothing is done where it returns false: the help was
 * printed, or an argument that the command does not have was refused in one line.
 *
 * @param {string} help
 * @param {readonly string[]} [flags] without the dashes
 */
export function proceeds(help, flags = []) {
  const args = process.argv.slice(2);
  if (asksForHelp(args)) {
    say(help);
    return false;
  }
  try {
    parseArgs({ args, options: Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean' }])) });
    return true;
  } catch (error) {
    fail(new Explained(`${firstSentence(error)} --help says what the command does.`));
    return false;
  }
}

/** Node goes on with how to pass such an argument nevertheless. @param {unknown} error */
const firstSentence = (error) => `${error instanceof Error ? error.message.split(/\.\s|\n/)[0] : error}.`;
