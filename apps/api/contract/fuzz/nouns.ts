/** The kind of object whose ids or values a member holds: it connects values of answers to members of requests. */
export function nounOf(names: readonly string[]): string {
  const known = names.filter((name) => name !== 'filter' && name !== 'data');
  const last = known.at(-1) ?? '';
  // For `city.ids` or `order_date.start`, the enclosing member has the kind.
  if (/^(ids?|start|end)$/.test(last)) return known.length > 1 ? nounOf(known.slice(0, -1)) : '';
  if (/date$/.test(last)) return 'date';
  return singular(last.replace(/_ids?$/, '')).replaceAll('_', '');
}

export const singular = (word: string): string => word.replace(/ies$/, 'y').replace(/(?<![su])s$/, '');

/** Whether a member holds ids. */
export const namesIds = (names: readonly string[]): boolean => /(^|_)ids?$/.test(names.at(-1) ?? '');
