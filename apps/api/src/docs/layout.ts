import { escaped, type Section } from './markdown.ts';
import type { Page } from './pages.ts';

/** An entry of the navigation. */
export type Entry = Pick<Page, 'address' | 'title'>;

export type Sheet = {
  readonly entry: Entry;
  /** The content of `<main>`. */
  readonly content: string;
  readonly sections: readonly Section[];
  /** Names of style sheets and scripts below /docs, in addition to those of every page. */
  readonly styles?: readonly string[];
  readonly scripts?: readonly string[];
};

/** A whole HTML page: header, content, links to the previous and next page, and the navigation. */
export function layout(
  { entry, content, sections, styles = [], scripts = [] }: Sheet,
  entries: readonly Entry[],
): string {
  const at = entries.findIndex(({ address }) => address === entry.address);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(at === 0 ? entry.title : `${entry.title} · ${entries[0]?.title ?? ''}`)}</title>
<link rel="icon" href="/docs/icon.svg">
${[...styles, 'site.css'].map((name) => `<link rel="stylesheet" href="/docs/${name}">`).join('\n')}
${scripts.map((name) => `<script src="/docs/${name}" defer></script>`).join('\n')}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header><a href="/docs"><img src="/docs/icon.svg" alt="" width="24" height="24"> ${escaped(entries[0]?.title ?? '')}</a>
<a class="menu" href="#all-pages">All pages</a></header>
<main id="content" tabindex="-1">
${content}
${neighbours(entries[at - 1], entries[at + 1])}
</main>
<nav id="all-pages" aria-label="Pages">
<ul>
${entries.map((each) => item(each, each === entries[at] ? sections : undefined)).join('\n')}
</ul>
</nav>
</body>
</html>
`;
}

function item({ address, title }: Entry, sections: readonly Section[] | undefined): string {
  const current = sections === undefined ? '' : ' aria-current="page"';
  const below = sections?.length
    ? `<ul>${sections.map((section) => `<li><a href="#${section.id}">${section.title}</a></li>`).join('')}</ul>`
    : '';
  return `<li><a href="${address}"${current}>${escaped(title)}</a>${below}</li>`;
}

function neighbours(before: Entry | undefined, after: Entry | undefined): string {
  const link = (entry: Entry | undefined, rel: string, word: string) =>
    entry ? `<a rel="${rel}" href="${entry.address}"><small>${word}</small> ${escaped(entry.title)}</a>` : '';
  return `<nav class="neighbours" aria-label="Previous and next page">${link(before, 'prev', 'Previous')}${link(after, 'next', 'Next')}</nav>`;
}
