import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import { root } from '../set-up/project.mjs';
import { entriesOf, type Surface } from './published.ts';

/** Code that is generated from a document. Its types are not part of a surface, because the document is. */
const GENERATED = /\/generated\//;

/**
 * Bundles a package, so that it runs on plain Node and needs no package of this repository: what it imports from
 * `devDependencies` is part of the bundle, `dependencies` and `peerDependencies` stay imports.
 */
async function bundle(folder: string, entries: readonly string[], only: { surface: boolean }) {
  const cwd = join(root, folder);
  const manifest: Record<string, unknown> = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8'));
  const imported = Object.keys({ ...Object(manifest.dependencies), ...Object(manifest.peerDependencies) });
  return rolldown({
    cwd: root,
    input: Object.fromEntries(entries.map((entry) => [entry, join(cwd, `src/${entry}.ts`)])),
    platform: 'node',
    external: [/^node:/, ...imported, ...(only.surface ? [GENERATED] : [])],
    checks: { bundlerTimings: false },
    transform: { target: 'node22' },
    plugins: [dts({ cwd, tsconfig: join(root, 'tsconfig.base.json'), emitDtsOnly: only.surface })],
  });
}

/** Writes a program and its types, such as `dist/index.js` and `dist/index.d.ts`, for each entry point of a package. */
export async function build(folder: string): Promise<void> {
  await using built = await bundle(folder, entriesOf(folder), { surface: false });
  await built.write({ dir: join(root, folder, 'dist'), format: 'es', cleanDir: true });
}

/** The declarations of everything that an entry point exports. */
export async function surface({ folder, entry }: Pick<Surface, 'folder' | 'entry'>): Promise<string> {
  await using built = await bundle(folder, [entry], { surface: true });
  const { output } = await built.generate({ format: 'es' });
  const [code] = output.flatMap((file) => ('code' in file ? [file.code] : []));
  if (code === undefined) throw new Error(`${folder} has no declarations of ${entry}.`);
  return `// Generated: \`npm run generate\`.\n${code}`;
}
