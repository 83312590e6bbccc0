import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';

const SOURCE = join(import.meta.dirname, '../../../apps/console/src');

/** It redirects to the endpoints. */
const REDIRECT = '/webhooks';

/** The addresses of the console's pages: `/orders/[reference]`. */
export const routes = (): string[] =>
  globSync('**/page.tsx', { cwd: join(SOURCE, 'app') })
    .map((file) =>
      `/${file}`
        .replace(/\/page\.tsx$/, '')
        .replaceAll(/\/\([^)]+\)/g, '')
        .replace(/^$/, '/'),
    )
    .filter((route) => route !== REDIRECT);

/** The modules that render a dialog, a menu or a popover, or ask a question. */
export const dialogModules = (): string[] =>
  globSync('{components,features,app}/**/*.{ts,tsx}', { cwd: SOURCE }).filter((file) =>
    /<(Modal|Drawer|Menu|Popover|HoverCard|FormDialog)(\.Root)?\b|confirm\/confirm\.ts'/.test(
      readFileSync(join(SOURCE, file), 'utf8'),
    ),
  );

/** Fails unless a page has the address of a route: an entry can't claim another page than it shows. */
export function expectAt(page: Page, route: string): void {
  const pattern = route.replaceAll(/\[[^\]]+\]/g, '[^/]+');
  expect(new URL(page.url()).pathname).toMatch(new RegExp(`^${pattern}$`));
}
