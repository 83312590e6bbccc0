import { expect, it } from 'vitest';
import { addTexts, textsFor } from './texts.ts';

it('adds the texts of a catalogue to the instances of its language, which render nothing again', () => {
  const [english, dutch] = [textsFor('en-GB'), textsFor('nl-BE')];
  let changes = 0;
  for (const i18n of [english, dutch]) i18n.on('change', () => changes++);
  addTexts('nl', { greeting: ['Dag'] });
  expect(dutch._('greeting')).toBe('Dag');
  expect(textsFor('nl-NL')._('greeting')).toBe('Dag');
  expect(english._('greeting')).toBe('greeting');
  expect(changes).toBe(0);
});
