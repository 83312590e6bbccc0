/** The options that a text names, sorted, without `--help`. */
export const optionsIn = (text: string): string[] =>
  [...new Set([...text.matchAll(/(?<![\w-])--([a-z][a-z-]*)/g)].map(([, name = '']) => name))]
    .filter((name) => name !== 'help')
    .sort();

/** The options in the row of a command in the table of commands of the manual; undefined where it has no row. */
export function optionsOfRow(manual: string, command: string): string[] | undefined {
  const row = manual.split('\n').find((line) => line.startsWith(`| \`${command}\` |`));
  return row === undefined ? undefined : optionsIn(row);
}
