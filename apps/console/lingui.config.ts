import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';
import { CATALOGUES } from './src/lib/texts.ts';

/** The folder of the catalogues; another one while they are checked. */
const TEXTS = process.env.CONSOLE_TEXTS ?? '<rootDir>/src/texts';

const folders = Object.values(CATALOGUES).flat();
const globOf = (folder: string) => `<rootDir>/src/features/${folder}/**`;

/**
 * The texts of the console. The code has the English texts, and each catalogue has the texts of one language: `common`
 * those of every page, the others those of some folders, so that a page loads what it shows.
 */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'nl', 'de'],
  catalogs: [
    {
      path: `${TEXTS}/common/{locale}`,
      include: ['<rootDir>/src'],
      exclude: folders.map(globOf),
    },
    ...Object.entries(CATALOGUES).map(([name, own]) => ({
      path: `${TEXTS}/${name}/{locale}`,
      include: own.map(globOf),
      exclude: folders.filter((folder) => own.some((each) => folder.startsWith(`${each}/`))).map(globOf),
    })),
  ],
  format: formatter({ lineNumbers: false }),
  compileNamespace: 'ts',
});
