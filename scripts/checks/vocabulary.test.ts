import { describe, expect, it } from 'vitest';
import { checkedFiles, checkVocabulary, deniedWords } from './vocabulary.ts';

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
    'class HTTPFault {}',
    'plannedError(row)',
    'PLANNED_ERROR',
    'giveBack(memory)',
    'giving back the memory',
    'memory is given back',
    'carried out in order',
    'Carry out the plan',
    'while carrying out the plan',
    'o.staffed_by = 1',
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

  it('reports each word of a line', () => {
    expect(deniedWords('the door of a twin, and a door')).toEqual([
      '1: "door": say channel, entry point',
      '1: "door": say channel, entry point',
      '1: "twin": say SQL resolver, field SQL; a duplicate',
    ]);
  });

  it.each(['.sql', '.yaml', '.js', '.prisma', '.tsx', 'package.json'])('reads files of the kind %s', (kind) => {
    expect(checkedFiles().some((path) => path.endsWith(kind))).toBe(true);
  });

  it('finds none of the words in the repository', () => {
    expect(checkVocabulary()).toBeUndefined();
  });
});
