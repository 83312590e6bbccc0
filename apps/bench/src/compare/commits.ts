import { execFile, execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { dataDir, root } from '../place.ts';
import { runProgram } from '../processes.ts';

/* Commits of this repository as folders in which their servers run. Nothing of this is recorded in `.git`. */

const run = promisify(execFile);

const git = async (args: readonly string[]): Promise<string> => (await run('git', args, { cwd: root })).stdout.trim();

/**
 * The id of the commit that a user names.
 *
 * @throws in one line when it names none, or could be an option of git
 */
export async function commitOf(name: string): Promise<string> {
  try {
    if (name.startsWith('-')) throw new Error('an option');
    return await git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]);
  } catch {
    throw new Error(`--compare must name commits of this repository; ${JSON.stringify(name.slice(0, 80))} is none.`);
  }
}

/** The newest commit that both contain. @throws when there is none */
export async function commonAncestor(one: string, other: string): Promise<string> {
  try {
    return await git(['merge-base', one, other]);
  } catch {
    throw new Error(
      `${one} and ${other} have no common ancestor here. In a shallow clone, \`git fetch --unshallow\` gets it.`,
    );
  }
}

/** Contains a folder for each commit of a run. */
const folder = join(dataDir, 'commits');

/** Removes the folders of all commits, also those of a run that was killed. */
export const removeCommits = () => rmSync(folder, { recursive: true, force: true });

/**
 * Writes the files of a commit into a folder, with packages and generated files.
 *
 * @param commit its id
 * @param log called when packages have to be installed
 * @returns the folder
 */
export async function checkOut(commit: string, log: (message: string) => void): Promise<string> {
  const home = join(folder, commit);
  mkdirSync(home, { recursive: true });
  // An index of its own: that of the repository is the user's.
  const env = { ...process.env, GIT_INDEX_FILE: `${home}.index` };
  // Not in the background: a git that still writes would restore what an interrupted run removes.
  for (const args of [
    ['read-tree', commit],
    ['checkout-index', '--all', `--prefix=${home}/`],
  ])
    execFileSync('git', args, { cwd: root, env, stdio: ['ignore', 'ignore', 'pipe'] });
  const lockfileOf = (tree: string) => readFileSync(join(tree, 'package-lock.json'), 'utf8');
  if (lockfileOf(home) === lockfileOf(root)) linkPackages(home);
  else log(`installing the packages of ${commit.slice(0, 8)}, whose lockfile differs`);
  await runProgram('apps/bench/src/compare/in-commit.ts', {}, [home, 'set-up']);
  return home;
}

/**
 * Gives a tree the installed packages of this one. Links between workspaces are relative, and lead to the workspaces of
 * that tree.
 */
function linkPackages(home: string): void {
  const { workspaces }: { workspaces: string[] } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const folders = globSync(
    ['', ...workspaces].map((workspace) => join(workspace, 'node_modules')),
    { cwd: root },
  );
  for (const each of folders) linkEntries(join(root, each), join(home, each));
}

function linkEntries(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, link] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), link);
    else if (entry.name.startsWith('@')) linkEntries(source, link);
    else symlinkSync(source, link);
  }
}
