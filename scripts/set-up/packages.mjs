import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Explained, note, step } from './progress.mjs';
import { environment, ownNode, root } from './project.mjs';
import { run, TookTooLong } from './run.mjs';

const ATTEMPTS = 3;
const LIMIT_OF_ATTEMPT = 10 * 60_000;

/**
 * Installs exactly the packages of the lockfile, unless they are installed, and the project's own Node.
 */
export async function installPackages() {
  if (!isInstalled())
    await step('Installing packages', () => npm('ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'));
  if (nodeWorks()) return;
  // Its binary is downloaded by an install script, which some machines disable.
  await step("Installing the project's own Node", () => npm('rebuild', 'node', '--ignore-scripts=false'));
  if (!nodeWorks()) throw new Explained(`The package \`node\` did not install a program at ${ownNode}.`);
}

/**
 * Runs npm. It can stop for ever in the middle of an install, without an error: it is started anew then, and finds in
 * its cache what it had downloaded.
 *
 * @param {...string} args
 */
async function npm(...args) {
  const cli = process.env.npm_execpath;
  const [command, first] = cli?.endsWith('.js') ? [process.execPath, [cli]] : ['npm', []];
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run(
        `npm ${args[0]}`,
        command,
        [...first, ...args],
        { ...environment(), NODE_ENV: '' },
        LIMIT_OF_ATTEMPT,
      );
    } catch (error) {
      if (!(error instanceof TookTooLong) || attempt === ATTEMPTS) throw error;
      note(`npm did not end within ${LIMIT_OF_ATTEMPT / 60_000} minutes: it is started anew`);
    }
  }
}

/** Whether every package that the lockfile requires on this machine is installed, in that version. */
function isInstalled() {
  const wanted = lockedPackages(join(root, 'package-lock.json'));
  const found = lockedPackages(join(root, 'node_modules', '.package-lock.json'));
  if (!wanted) throw new Explained('package-lock.json is missing: this is not a complete copy of the project.');
  if (!found) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true;
    const present = found[path];
    if (!present) return Boolean(entry.optional || entry.devOptional);
    return entry.link ? present.link === true : present.version === entry.version;
  });
}

/**
 * @typedef {{ version?: string, link?: boolean, optional?: boolean, devOptional?: boolean }} Locked
 * @param {string} file
 * @returns {Record<string, Locked> | undefined}
 */
function lockedPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined;
}

function nodeWorks() {
  try {
    execFileSync(ownNode, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
