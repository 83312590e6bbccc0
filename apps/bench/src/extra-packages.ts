import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { dataDir, root } from './place.ts';

/* Packages that only a measurement needs: installed when it runs, beside its worlds, in exact versions. */

/** Where the packages of a measurement are. */
export const folderOf = (name: string) => join(dataDir, 'packages', name);

/** Installs packages under a name of their own unless they are there. No script of theirs runs. */
export async function install(name: string, dependencies: Readonly<Record<string, string>>): Promise<void> {
  const folder = folderOf(name);
  const manifest = JSON.stringify({ private: true, dependencies });
  const done = join(folder, 'installed');
  if (existsSync(done) && readFileSync(done, 'utf8') === manifest) return;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), manifest);
  const npm = spawn('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'], {
    cwd: folder,
    // With the project's own Node, for which the versions were chosen.
    env: { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}` },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(npm, 'exit');
  if (code !== 0) throw new Error(`npm could not install ${Object.keys(dependencies).join(', ')}`);
  // A schema belongs to one copy of graphql: ours.
  const graphql = join(folder, 'node_modules', 'graphql');
  if (existsSync(graphql)) {
    rmSync(graphql, { recursive: true });
    symlinkSync(join(root, 'node_modules', 'graphql'), graphql);
  }
  writeFileSync(done, manifest);
}

/** Loads a module of what was installed under a name. Its types are not there when ours are checked. */
export async function load(name: string, module: string): Promise<Record<string, unknown>> {
  const file = createRequire(join(folderOf(name), 'package.json')).resolve(module);
  const loaded: Record<string, unknown> = await import(pathToFileURL(file).href);
  return loaded;
}
