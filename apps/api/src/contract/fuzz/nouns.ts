/** Of which thing a member holds ids or values: requests and answers are brought together by these words. */
export function nounOf(names: readonly string[]): string {
  const known = names.filter((name) => name !== 'filter' && name !== 'data');
  const last = known.at(-1) ?? '';
  // `city.ids`, `order_date.start`: the member in which it stands says what it is.
  if (/^(ids?|start|end)$/.test(last)) return known.length > 1 ? nounOf(known.slice(0, -1)) : '';
  if (/date$/.test(last)) return 'date';
  return singular(last.replace(/_ids?$/, '')).replaceAll('_', '');
}

export const singular = (word: string): string => word.replace(/ies$/, 'y').replace(/(?<![su])s$/, '');

/** Whether a member holds ids. */
export const namesIds = (names: readonly string[]): boolean => /(^|_)ids?$/.test(names.at(-1) ?? '');
