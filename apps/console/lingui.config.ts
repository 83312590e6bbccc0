import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';
import { FEATURES_WITH_TEXTS } from './src/lib/texts.ts';

/** The folder of the catalogues; another one while they are checked. */
const TEXTS = process.env.CONSOLE_TEXTS ?? '<rootDir>/src/texts';

const folderOf = (feature: string) => `<rootDir>/src/features/${feature}`;

/**
 * The texts of the console. The code has the English texts, and each catalogue has the texts of one language: `common`
 * those of every page, the others those of one feature, so that a page loads what it shows.
 */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'nl', 'de'],
  catalogs: [
    {
      path: `${TEXTS}/common/{locale}`,
      include: ['<rootDir>/src'],
      exclude: FEATURES_WITH_TEXTS.map((feature) => `${folderOf(feature)}/**`),
    },
    ...FEATURES_WITH_TEXTS.map((feature) => ({
      path: `${TEXTS}/${feature}/{locale}`,
      include: [folderOf(feature)],
    })),
  ],
  format: formatter({ lineNumbers: false }),
  compileNamespace: 'ts',
});
