/**
 * Ends a command whose command line is wrong, with one line.
 *
 * @param command how it is called, such as `npm run import`
 */
export function refuseArguments(error: unknown, command: string): never {
  // Node goes on with how to pass an unknown option nevertheless.
  const [sentence = ''] = error instanceof Error ? error.message.split(/\.(?:\s|$)|\n/) : [String(error)];
  console.error(`${sentence}. ${command} -- --help lists the arguments.`);
  process.exit(2);
}
