import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { dataDir, root } from './place.ts';

/* Packages that only a measurement needs: installed when it runs, beside its data sets, in exact versions. */

/** The folder of a measurement's packages. */
export const folderOf = (name: string) => join(dataDir, 'packages', name);

/** Installs packages below a given name unless they are installed. Runs none of their scripts. */
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
  // A schema must use one copy of graphql: that of this repository.
  const graphql = join(folder, 'node_modules', 'graphql');
  if (existsSync(graphql)) {
    rmSync(graphql, { recursive: true });
    symlinkSync(join(root, 'node_modules', 'graphql'), graphql);
  }
  writeFileSync(done, manifest);
}

/** Loads a module of the packages below a name. Its types are not available when this repository is type-checked. */
export async function load(name: string, module: string): Promise<Record<string, unknown>> {
  const file = createRequire(join(folderOf(name), 'package.json')).resolve(module);
  const loaded: Record<string, unknown> = await import(pathToFileURL(file).href);
  return loaded;
}
