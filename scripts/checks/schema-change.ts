import type { Diff } from 'api-smart-diff';

/** What a change does to the set of values that a schema accepts. */
type Effect = { narrows: boolean; widens: boolean };
type Change = Pick<Diff, 'action' | 'before' | 'after'>;

const NONE: Effect = { narrows: false, widens: false };
const constraint = ({ action }: Change): Effect => ({ narrows: action !== 'remove', widens: action !== 'add' });
const alternative = ({ action }: Change): Effect => ({ narrows: action !== 'add', widens: action !== 'remove' });

function bound({ before, after }: Change, none: number): Effect {
  const [was, is] = [Number(before ?? none), Number(after ?? none)];
  return none > 0 ? { narrows: is < was, widens: is > was } : { narrows: is > was, widens: is < was };
}

const ANY = ['string', 'number', 'boolean', 'null', 'array', 'object'];

function types({ before = ANY, after = ANY }: Change): Effect {
  const includes = (all: unknown[], one: unknown) => all.includes(one) || (one === 'integer' && all.includes('number'));
  const [was, is] = [[before].flat(), [after].flat()];
  return { narrows: !was.every((one) => includes(is, one)), widens: !is.every((one) => includes(was, one)) };
}

/** Whether members without a name are restricted. Absent, they are as free as with `true`. */
const restrictsOthers = ({ before = true, after = true }: Change) => after !== true && before !== false;

/** Keywords whose next step is a name or an index. */
const HOLDERS: readonly unknown[] = ['properties', 'patternProperties', 'required', 'values', 'anyOf', 'oneOf'];

/** The effect of a change at a path within a schema. A keyword that is not known here counts as a constraint. */
export function effectOf(change: Change, path: readonly unknown[]): Effect {
  const steps = HOLDERS.includes(path[0]) ? 2 : 1;
  if (path.length > steps) return effectOf(change, path.slice(steps));
  const [keyword, item] = path;
  if (keyword === 'type') return types(change);
  if (String(item).startsWith('allOf ')) return constraint(change);
  // A removed property breaks both who sends and who reads it. A new one is ignored.
  if (keyword === 'properties') return change.action === 'add' ? NONE : { narrows: true, widens: true };
  if (keyword === 'additionalProperties') return { narrows: restrictsOthers(change), widens: false };
  if (/^max|^exclusiveMax/.test(String(keyword))) return bound(change, Infinity);
  if (/^min|^exclusiveMin/.test(String(keyword))) return bound(change, -Infinity);
  if (/^x-|^deprecated$|^examples?$/.test(String(keyword))) return NONE;
  // The width in which a client keeps an integer, which had no format before: the values are the same.
  if (keyword === 'format' && change.action === 'add' && change.after === 'int64') return NONE;
  const isAlternative = keyword === 'anyOf' || keyword === 'oneOf' || keyword === 'values';
  return isAlternative && item !== undefined ? alternative(change) : constraint(change);
}
