import { Marked, type Tokens } from 'marked';

/** A section of a page: the id of its heading, and the text. */
export type Section = { readonly id: string; readonly title: string };

export type Rendered = { readonly html: string; readonly sections: readonly Section[] };

/**
 * Markdown as HTML. Every heading has an id derived from its text; tables and code can be scrolled by keyboard.
 *
 * @param link turns the target of a link into an address; undefined: only its text is shown
 */
export function render(markdown: string, link: (target: string) => string | undefined): Rendered {
  const sections: Section[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const html = this.parser.parseInline(tokens);
        const id = idOf(text);
        if (depth === 1) return `<h1>${html}</h1>\n`;
        if (depth === 2) sections.push({ id, title: html });
        return `<h${depth} id="${id}">${html} <a class="anchor" href="#${id}" aria-label="Link to this section">#</a></h${depth}>\n`;
      },
      code({ text, lang = '' }: Tokens.Code) {
        const [language = '', ...marks] = lang.split(' ');
        const label = marks.includes('output') ? 'output' : language;
        return `<pre data-label="${escaped(label)}" tabindex="0"><code>${escaped(text)}</code></pre>\n`;
      },
      table({ header, rows }: Tokens.Table) {
        const cells = (tag: string, row: Tokens.TableCell[]) =>
          row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('');
        const head = `<thead><tr>${cells('th scope="col"', header).replaceAll('</th scope="col">', '</th>')}</tr></thead>`;
        const body = rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('\n');
        return `<div class="table" role="region" aria-label="${escaped(`Table: ${header.map(({ text }) => text).join(', ')}`)}" tabindex="0"><table>${head}<tbody>\n${body}\n</tbody></table></div>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const address = link(href);
        const text = this.parser.parseInline(tokens);
        return address === undefined ? text : `<a href="${escaped(address)}">${text}</a>`;
      },
    },
  });
  return { html: marked.parse(markdown, { async: false }), sections };
}

/** `401: "Unauthenticated."` → `401-unauthenticated`. */
const idOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '-')
    .replaceAll(/^-|-$/g, '');

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text escaped for HTML. */
export const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (symbol) => ENTITIES[symbol] ?? symbol);
