import { describe, expect, it } from 'vitest';
import { DomainError } from '../errors.ts';
import { withTranslations } from './translated-texts.ts';

const text = (language: string, member: string) => ({ language, member, text: 'a', texts: null });

function pathsOf(...translations: ReturnType<typeof text>[]): unknown {
  try {
    return withTranslations({ translations });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return (error.extensions.fields as { path: unknown }[]).map(({ path }) => path);
  }
}

describe('translations of an input', () => {
  it('are keyed by language and member', () => {
    expect(pathsOf(text('nl', 'title'), text('de', 'title'), text('nl', 'description'))).toEqual({
      translations: { nl: { title: 'a', description: 'a' }, de: { title: 'a' } },
    });
    expect(withTranslations({})).toEqual({});
    expect(withTranslations({ translations: null })).toEqual({ translations: {} });
  });

  it('are refused where a name means the prototype of objects, or none', () => {
    for (const language of ['__proto__', '', 'NL', 'nl-BE'])
      expect([language, pathsOf(text('nl', 'title'), text(language, 'title'))]).toEqual([
        language,
        [['input', 'translations', 1, 'language']],
      ]);
    for (const member of ['__proto__', '', 'a.b'])
      expect([member, pathsOf(text('nl', member))]).toEqual([member, [['input', 'translations', 0, 'member']]]);
    expect(Object.keys(Object.prototype)).toEqual([]);
    // Names of members of all objects are names like others.
    expect(pathsOf(text('nl', 'constructor'))).toEqual({ translations: { nl: { constructor: 'a' } } });
    expect(Object.hasOwn(Object, 'title')).toBe(false);
  });

  it('are refused where one is given twice', () => {
    expect(pathsOf(text('nl', 'title'), text('nl', 'title'))).toEqual([['input', 'translations', 1, 'member']]);
  });
});
