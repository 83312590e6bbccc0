import type { Tx } from '@channel/prisma';
import { builder } from '../builder.ts';
import { DomainError, type FieldError, FieldErrors } from '../errors.ts';
import { atMost } from './bounded-arguments.ts';
import { languageCode } from './values.ts';

/** The translation of one text: its language, the member that it replaces, and the text, or texts of a list. */
type TranslatedText = { language: string; member: string; text: string | null; texts: readonly string[] | null };

const TranslatedTextType = builder.objectRef<TranslatedText>('TranslatedText').implement({
  description: 'A text in another language than the default one of its organization.',
  fields: (t) => ({
    language: t.exposeString('language', { description: 'ISO 639-1 code.' }),
    member: t.exposeString('member', { description: 'The text that it translates, such as `title`.' }),
    text: t.exposeString('text', { nullable: true, description: 'The text; null for a list of texts.' }),
    texts: t.expose('texts', {
      type: ['String'],
      nullable: true,
      description: 'The texts of a list, such as `highlights`; null for a single text.',
    }),
  }),
});

export const TranslatedTextInput = builder.inputType('TranslatedTextInput', {
  description: 'A text in another language than the default one of its organization.',
  fields: (t) => ({
    language: t.string({ required: true, description: 'ISO 639-1 code of a language of the organization.' }),
    member: t.string({ required: true, description: 'The text that it translates, such as `title`.' }),
    text: t.string({ description: 'The text.', extensions: atMost(20_000) }),
    texts: t.stringList({ description: 'The texts of a list, such as `highlights`.' }),
  }),
});

const NO_LANGUAGE = 'must be a further language of the organization.';
/** The message for a member that has no translations. */
export const NO_TEXT = 'has no text of this name that can be translated.';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const LIST: [typeof TranslatedTextType] = [TranslatedTextType];

/** Options of a field with all translations of a row. */
export const translationsField = {
  type: LIST,
  description: 'Its texts in other languages, by language and member.',
  resolve: ({ translations }: { translations: unknown }): TranslatedText[] =>
    Object.entries(isRecord(translations) ? translations : {}).flatMap(([language, texts]) =>
      Object.entries(isRecord(texts) ? texts : {}).map(([member, value]) => ({
        language,
        member,
        text: typeof value === 'string' ? value : null,
        texts: Array.isArray(value) ? value.map(String) : null,
      })),
    ),
};

type Given = { translations?: readonly (typeof TranslatedTextInput.$inferInput)[] | null };

const MEMBER = /^[a-z]+$/i;

/**
 * An input in the terms of forms: translations by language and member.
 *
 * @param path where the input is in the arguments
 * @throws a validation error for what is no name of a language or a member, and for a text that is given twice
 */
export function withTranslations<Input extends Given>(
  { translations, ...input }: Input,
  path: FieldError['path'] = ['input'],
) {
  if (translations === undefined) return input;
  const fieldErrors = new FieldErrors();
  // Names are the caller's: as a key of a plain object, `__proto__` would mean the prototype of all objects.
  const byLanguage = new Map<string, Map<string, unknown>>();
  for (const [index, { language, member, text, texts }] of (translations ?? []).entries()) {
    const at = [...path, 'translations', index];
    const ofLanguage = byLanguage.get(language) ?? new Map<string, unknown>();
    if (!languageCode.safeParse(language).success) fieldErrors.add([...at, 'language'], NO_LANGUAGE);
    if (!MEMBER.test(member)) fieldErrors.add([...at, 'member'], NO_TEXT);
    if (ofLanguage.has(member)) fieldErrors.add([...at, 'member'], 'must not repeat an earlier entry.');
    byLanguage.set(language, ofLanguage.set(member, texts ?? text ?? ''));
  }
  fieldErrors.throwIfAny();
  const texts = Array.from(byLanguage, ([language, members]) => [language, Object.fromEntries(members)] as const);
  return { ...input, translations: Object.fromEntries(texts) as Record<string, Record<string, unknown>> };
}

/** A refusal whose paths lead into the lists of translations, where forms name them by language and member. */
export function placedTranslations(error: DomainError, args: object): DomainError {
  const { fields, ...more } = error.extensions;
  if (!Array.isArray(fields)) return error;
  const placed = fields.map((field: FieldError) => ({ ...field, path: placeIn(args, field) }));
  return new DomainError(error.code, error.message, { ...more, fields: placed });
}

function placeIn(args: object, { path, message }: FieldError): FieldError['path'] {
  const depth = path.lastIndexOf('translations') + 1;
  const [language, member, ...rest] = path.slice(depth);
  const list = path.slice(0, depth).reduce<unknown>((value, step) => Object(value)[step], args);
  if (!Array.isArray(list) || typeof language !== 'string') return path;
  const index = list.findIndex((each) => each.language === language && (!member || each.member === member));
  if (index < 0) return path;
  const at = [...path.slice(0, depth), index];
  if (member === undefined) return [...at, 'language'];
  return message === NO_TEXT ? [...at, 'member'] : [...at, list[index].texts ? 'texts' : 'text', ...rest];
}

/**
 * Checks that translations are in languages of the organization other than its default one; for things that
 * organizations share (null), in languages of the installation.
 */
export async function checkLanguages(
  tx: Tx,
  organizationId: number | null,
  translations: object,
  fieldErrors: FieldErrors,
): Promise<void> {
  const given = Object.keys(translations);
  if (given.length === 0) return;
  const known = organizationId
    ? await tx.organizationLanguage.findMany({
        where: { organizationId, isDefault: false },
        select: { languageCode: true },
      })
    : (await tx.language.findMany({ select: { code: true } })).map(({ code }) => ({ languageCode: code }));
  const codes = new Set(known.map(({ languageCode }) => languageCode.trim()));
  for (const language of given)
    if (!codes.has(language)) fieldErrors.add(['input', 'translations', language], NO_LANGUAGE);
}
