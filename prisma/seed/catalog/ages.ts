import { inLanguages, type Text } from '../text.ts';

type Age = { key: string; title: Text; min: number; max: number; minimum: number; maximum: number; share: number };

const age = (
  key: string,
  title: Text,
  min: number,
  max: number,
  minimum: number,
  maximum: number,
  share: number,
): Age => ({
  key,
  title,
  min,
  max,
  minimum,
  maximum,
  share,
});

const adult = (min: number, max: number, minimum = 1, maximum = 20) =>
  age('adult', ['Adult', 'Volwassene', 'Erwachsene'], min, max, minimum, maximum, 1);
const child = (min: number, max: number, share = 0.5) =>
  age('child', ['Child', 'Kind', 'Kind'], min, max, 0, 10, share);

/** The share of the adult's price by category; the first category of each list is the default. */
const ages = {
  family: [adult(13, 99), child(4, 12)],
  generations: [
    adult(18, 64),
    age('youth', ['Youth', 'Jongere', 'Jugendliche'], 12, 17, 0, 10, 0.75),
    child(4, 11),
    age('senior', ['Senior', 'Senior', 'Senioren'], 65, 120, 0, 20, 0.9),
  ],
  adults: [adult(18, 120)],
  pairs: [adult(16, 120, 2, 12)],
  students: [
    adult(18, 120),
    age('student', ['Student', 'Student', 'Studierende'], 18, 30, 0, 15, 0.8),
    child(6, 17, 0.6),
  ],
  party: [age('guest', ['Guest', 'Gast', 'Gast'], 0, 120, 1, 50, 1)],
} satisfies Record<string, Age[]>;

export type AgesName = keyof typeof ages;

/** The price categories of a service level as records of the import form. */
export function priceCategories(name: AgesName) {
  return ages[name].map((each, index) => ({
    key: each.key,
    ...inLanguages({ title: each.title }),
    isDefault: index === 0,
    minimum: each.minimum,
    maximum: each.maximum,
    ageMin: each.min,
    ageMax: each.max,
  }));
}

/** Keys of the price categories with their share of the adult's price. */
export function shares(name: AgesName): { key: string; share: number }[] {
  return ages[name].map(({ key, share }) => ({ key, share }));
}
