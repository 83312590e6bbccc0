import { describe, expect, it } from 'vitest';
import { checkVocabulary, deniedWords } from './vocabulary.ts';

describe('the vocabulary check', () => {
  it.each([
    'the faults of an input',
    'const bodyFaults = [];',
    'MAX_FAULTS',
    'class PlannedError {}',
    'the door that a change came through',
    'a twin of the resolver',
    'priceTwin(row)',
    'three contenders',
    'each Traveller',
    'what was asked',
    'const asked = 1;',
    'askedFor(row)',
    'he was told',
    'packages/graph/src/orders/input-faults.ts',
    'it respells the answer',
    'giveBack(memory)',
    'memory is given back',
    'carried out in order',
    'MOST_DAYS',
    'the odd world',
  ])('reports "%s"', (line) => {
    expect(deniedWords(`fine\n${line}`)).toEqual([expect.stringMatching(/^2: ".+": say /)]);
  });

  it.each([
    'a default value, isDefault, DEFAULT, setDefaultTimeout',
    'between two rows, indoors',
    'spellCheck={false}',
    'the spelling of a status',
    'masked, tasked, almost',
    'ALMOST_ALL',
    "Object.hasOwn(faults) // vocabulary: the library's own name",
  ])('accepts "%s"', (line) => {
    expect(deniedWords(line)).toEqual([]);
  });

  it('finds none of the words in the repository', () => {
    expect(checkVocabulary()).toBeUndefined();
  });
});
