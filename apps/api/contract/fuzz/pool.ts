import { nounOf } from './nouns.ts';
import { type Description, isNode, rootOf } from './operations.ts';

export type Scalar = string | number | boolean;

/** Values that occur together in one answer, by nouns; the nearest ones come first. */
export type Scene = ReadonlyMap<string, readonly Scalar[]>;
type Facts = Map<string, Scalar[]>;

const SCENES_OF_A_NOUN = 40;
const SCENES_OF_A_LIST = 6;
const VALUES_OF_A_NOUN = 12;

/** Values from the answers to one caller, for use in requests. */
export class Pool {
  readonly #kinds: Description['kinds'];
  /** Newest first. */
  readonly #scenes = new Map<string, Scene[]>();
  readonly #refused = new WeakMap<Scene, Set<string>>();
  #drawn = 0;
  /** While a failure shrinks, the same picks must give the same values. */
  isFrozen = false;

  constructor(kinds: Description['kinds']) {
    this.#kinds = kinds;
  }

  /** @param path the values of the path's parameters */
  learn(template: string, path: Readonly<Record<string, Scalar>>, body: unknown): void {
    if (this.isFrozen) return;
    const given: Facts = new Map();
    for (const [name, value] of Object.entries(path)) this.#add(given, [name], value);
    const root = rootOf(template);
    const data = isNode(body) && 'data' in body ? body.data : body;
    this.#collect(data, [root], given, true);
  }

  add(noun: string, facts: Readonly<Record<string, Scalar>>): void {
    this.#keep(noun, new Map(Object.entries(facts).map(([name, value]) => [name, [value]])));
  }

  /** A scene with as many of these nouns as any other, which was not refused for this path. */
  scene(template: string, nouns: readonly string[], pick: number): Scene | undefined {
    let max = 0;
    let best: Scene[] = [];
    for (const scene of [...this.#scenes.values()].flat()) {
      const known = nouns.reduce((count, noun) => (scene.has(noun) ? count + 1 : count), 0);
      if (known < max || this.#refused.get(scene)?.has(template)) continue;
      if (known > max) best = [];
      max = known;
      best.push(scene);
    }
    return best[pick % best.length];
  }

  /** Newest first. */
  scenesOf(noun: string): readonly Scene[] {
    return this.#scenes.get(noun) ?? [];
  }

  values(noun: string): Scalar[] {
    return [...this.#scenes.values()].flatMap((scenes) => scenes.flatMap((scene) => scene.get(noun) ?? []));
  }

  /** Marks a scene as unusable for this path: sold out, without a pickup, or with a used token. */
  refuse(scene: Scene, template: string): void {
    if (!this.isFrozen) this.#refused.set(scene, (this.#refused.get(scene) ?? new Set()).add(template));
  }

  #keep(noun: string, scene: Scene): void {
    this.#scenes.set(noun, [scene, ...(this.#scenes.get(noun) ?? [])].slice(0, SCENES_OF_A_NOUN));
  }

  /**
   * Stores a scene for the answer and for entries of its lists: an entry with the values around it, without its
   * siblings.
   */
  #collect(value: unknown, names: readonly string[], around: Facts, isOne: boolean): void {
    if (Array.isArray(value)) {
      // Draws different entries each time.
      this.#drawn += 1;
      const step = Math.max(1, Math.floor(value.length / SCENES_OF_A_LIST));
      for (let index = this.#drawn % step; index < value.length; index += step)
        this.#collect(value[index], names, around, true);
      return;
    }
    if (!isNode(value)) {
      if (isOne && value !== null) this.#keep(nounOf(names), this.#facts(value, names, new Map(around)));
      return;
    }
    if (isOne) this.#keep(nounOf(names), merged(this.#facts(value, names), around));
    for (const [member, inner] of Object.entries(value)) {
      if (!Array.isArray(inner) || !inner.some(isNode)) continue;
      const { [member]: _, ...rest } = value;
      this.#collect(inner, [...names, member], merged(this.#facts(rest, names), around), true);
    }
  }

  #facts(value: unknown, names: readonly string[], facts: Facts = new Map()): Facts {
    if (Array.isArray(value)) for (const entry of value.slice(0, VALUES_OF_A_NOUN)) this.#facts(entry, names, facts);
    else if (isNode(value)) {
      if ('key' in value && 'value' in value) add(facts, nounOf(names), `${value.key}:${value.value}`);
      for (const [member, inner] of Object.entries(value)) this.#facts(inner, [...names, member], facts);
    } else if (value !== null && value !== undefined && value !== false) this.#add(facts, names, value as Scalar);
    return facts;
  }

  #add(facts: Facts, names: readonly string[], value: Scalar): void {
    const noun = nounOf(names);
    add(facts, noun, value);
    if (names.at(-1) === 'id') for (const kind of this.#kinds.get(noun) ?? []) add(facts, kind, value);
    if (typeof value !== 'string') return;
    if (/^\d{4}-\d{2}-\d{2}/.test(value)) add(facts, 'date', value.slice(0, 10));
    // "The id with which the refresh token begins."
    if (noun === 'refreshtoken') add(facts, 'token', Number.parseInt(value, 10));
  }
}

function add(facts: Facts, noun: string, value: Scalar): void {
  const known = facts.get(noun);
  if (known === undefined) facts.set(noun, [value]);
  else if (known.length < VALUES_OF_A_NOUN && !known.includes(value)) known.push(value);
}

function merged(near: Facts, far: Facts): Facts {
  for (const [noun, values] of far) for (const value of values) add(near, noun, value);
  return near;
}
