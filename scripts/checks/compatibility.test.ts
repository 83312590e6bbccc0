import { describe, expect, it } from 'vitest';
import { checkCompatibility, compareWithChangelog } from './compatibility.ts';

const BREAK = { name: 'graphql Order.note', reason: "Field 'note' was removed from object type 'Order'" };
const OTHER = { name: 'openapi GET /v1/orders.page', reason: 'removed from GET /v1/orders' };

const changelog = (...entries: string[]) => ['# Changelog', '', '## Unreleased', '', ...entries, ''].join('\n');
const DECLARED = '- **Breaking:** GraphQL: `Order.note` is gone, read `Order.tags` (`graphql Order.note`).';

describe('the compatibility check', () => {
  it('refuses a break that no entry declares, with its name and reason', () => {
    expect(
      compareWithChangelog([BREAK], changelog('- GraphQL: orders have no note (`graphql Order.note`).')),
    ).toContain("`graphql Order.note`: Field 'note' was removed from object type 'Order'");
  });

  it('accepts a declared break', () => {
    expect(compareWithChangelog([BREAK], changelog(DECLARED))).toBeUndefined();
  });

  it('accepts several breaks in one entry, and several entries', () => {
    const both = '- **Breaking:** Notes and pages are gone (`graphql Order.note`, `openapi GET /v1/orders.page`)';
    expect(compareWithChangelog([BREAK, OTHER], changelog(both))).toBeUndefined();
    const page = '- **Breaking:** v1: lists have no pages (`openapi GET /v1/orders.page`).';
    expect(compareWithChangelog([BREAK, OTHER], changelog(DECLARED, page))).toBeUndefined();
  });

  it('still refuses the other breaks', () => {
    const problem = compareWithChangelog([BREAK, OTHER], changelog(DECLARED));
    expect(problem).toContain('`openapi GET /v1/orders.page`: removed');
    expect(problem).not.toContain(BREAK.reason);
  });

  it('refuses a declaration without a break', () => {
    expect(compareWithChangelog([], changelog(DECLARED))).toContain('`graphql Order.note` is declared, but not broken');
  });

  it('refuses a declaration that names no break', () => {
    expect(compareWithChangelog([], changelog('- **Breaking:** Orders have no `note`.'))).toContain(
      'no break is named',
    );
  });

  it('reads only what is unreleased', () => {
    const released = `${changelog()}\n## 2026-01-01\n\n${DECLARED}\n`;
    expect(compareWithChangelog([], released)).toBeUndefined();
    expect(compareWithChangelog([BREAK], released)).toContain(BREAK.name);
  });

  it('finds the documents of the repository compatible or declared', async () => {
    expect(await checkCompatibility()).toBeUndefined();
  });
});
