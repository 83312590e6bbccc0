import { readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);

/** The part of Babel, which brings no types, that is used here. */
type Transform = (text: string, options: object) => { code?: string | null } | null;

/** Loaded for the first file with macros: most programs load none. */
function compiler(): (file: string, text: string) => string {
  const { transformSync }: { transformSync: Transform } = require('@babel/core');
  const { getConfig }: typeof import('@lingui/conf') = require('@lingui/conf');
  const linguiConfig = getConfig({ configPath: fileURLToPath(new URL('../lingui.config.ts', import.meta.url)) });
  return (filename, text) =>
    transformSync(text, {
      filename,
      babelrc: false,
      configFile: false,
      parserOpts: { plugins: ['typescript'] },
      plugins: [['@lingui/babel-plugin-lingui-macro', { linguiConfig }]],
    })?.code ?? '';
}
let compile: ReturnType<typeof compiler> | undefined;

/** Compiles Lingui's macros in files of the console that Node loads (tests, scripts), as Next does in the build. */
registerHooks({
  load(url, context, next) {
    if (!url.includes('/apps/console/src/')) return next(url, context);
    const file = fileURLToPath(url);
    const text = readFileSync(file, 'utf8');
    if (!text.includes("/macro'")) return next(url, context);
    compile ??= compiler();
    return { format: 'module-typescript', source: compile(file, text), shortCircuit: true };
  },
});
