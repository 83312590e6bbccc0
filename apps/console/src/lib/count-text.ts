const rules = new Intl.PluralRules('en');

/** The forms of a text with a number, such as `# order` and `# orders`. `#` stands for the number. */
export type CountForms = { one: string; other: string };

/** A text with a number, in the form that the number requires. */
export function countText(count: number, { one, other }: CountForms): string {
  const form = rules.select(count) === 'one' ? one : other;
  return form.replaceAll('#', count.toLocaleString('en'));
}
