import type { InputFieldMap, InputShapeFromFields, ObjectRef } from '@pothos/core';
import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { FieldErrors } from '../errors.ts';
import type { Limit, Place, Range } from './keyset.ts';
import { cursorOf, placeOf } from './list-cursor.ts';
import { MAX_PER_PAGE } from './paging.ts';
import { selects } from './selected.ts';

/** Entries of a page without `first` and `last`. */
export const DEFAULT_PER_PAGE = 25;

/** Where a connection finds its entries. */
export type Source<Entry> = {
  /** The places of a range, at most `take`: from its beginning, or from its end, which is then the first one. */
  places(range: Range, page: { take: number; skip?: number; isReversed?: boolean }): Promise<Place[]>;
  /**
   * The entries at places, in the same order; undefined for one that vanished meanwhile.
   *
   * @param query what Prisma reads for the selected fields
   */
  entries(places: readonly Place[], query: () => object): Promise<(Entry | undefined)[]>;
  /** The number of all entries. */
  count(): Promise<number>;
};

const connectionArgs = builder.args((t) => ({
  first: t.int({
    description: `Maximum number of entries from the beginning, 0 to ${MAX_PER_PAGE.toLocaleString('en')}; ${DEFAULT_PER_PAGE} where \`last\` is not given either.`,
  }),
  after: t.string({ description: 'Only entries after this cursor of the same list and order.' }),
  last: t.int({
    description: `Maximum number of entries from the end, 0 to ${MAX_PER_PAGE.toLocaleString('en')}. Not together with \`first\`.`,
  }),
  before: t.string({ description: 'Only entries before this cursor of the same list and order.' }),
}));

type Args = InputShapeFromFields<typeof connectionArgs>;
type Requested = { range: Range; size: number; isReversed: boolean };

/** @throws a validation error for sizes out of range and for cursors that are not of this list */
function requestedBy({ first, last, after, before }: Args, list: string, { settings }: Context): Requested {
  const fieldErrors = new FieldErrors();
  const isGiven = (value: number | null | undefined) => typeof value === 'number';
  for (const [name, size] of Object.entries({ first, last }))
    if (isGiven(size) && (Number(size) < 0 || Number(size) > MAX_PER_PAGE))
      fieldErrors.add([name], `must be between 0 and ${MAX_PER_PAGE}.`);
  if (isGiven(first) && isGiven(last)) fieldErrors.add(['last'], 'must not be given together with first.');
  const limit = (name: 'after' | 'before', cursor: string | null | undefined) => {
    if (typeof cursor !== 'string') return {};
    const place = placeOf(list, cursor, settings);
    if (!place) fieldErrors.add([name], 'must be a cursor of this list in this order.');
    return place ? { [name]: { place } } : {};
  };
  const range = { ...limit('after', after), ...limit('before', before) };
  fieldErrors.throwIfAny();
  return { range, size: first ?? last ?? DEFAULT_PER_PAGE, isReversed: !isGiven(first) && isGiven(last) };
}

type Edge<Entry> = { entry: Entry; cursor: () => string };

/** A page of a list. Its parts are read when a field of them is selected. */
class Page<Entry> {
  readonly #source: Source<Entry>;
  readonly #requested: Requested;
  readonly #list: string;
  readonly #context: Context;
  readonly #info: GraphQLResolveInfo;
  #found: Promise<{ places: Place[]; isCut: boolean }> | undefined;
  #edges: Promise<Edge<Entry>[]> | undefined;

  constructor(
    source: Source<Entry>,
    requested: Requested,
    at: { list: string; context: Context; info: GraphQLResolveInfo },
  ) {
    this.#source = source;
    this.#requested = requested;
    this.#list = at.list;
    this.#context = at.context;
    this.#info = at.info;
  }

  get edges(): Promise<Edge<Entry>[]> {
    this.#edges ??= this.#readEdges();
    return this.#edges;
  }

  async #readEdges(): Promise<Edge<Entry>[]> {
    const { places } = await this.#places;
    // An edge of which only the cursor is selected needs no row.
    const isRead = places.length > 0 && selects(this.#info, ['nodes', 'node']);
    const entries = isRead ? await this.#source.entries(places, this.#query) : [];
    return places.flatMap((place, index) => {
      const entry = entries[index];
      return isRead && entry === undefined ? [] : [{ entry: entry as Entry, cursor: () => this.#cursor(place) }];
    });
  }

  #query = (): object =>
    queryFromInfo({ context: this.#context, info: this.#info, paths: [['nodes'], ['edges', 'node']] });

  #cursor = (place: Place): string => cursorOf(this.#list, place, this.#context.settings);

  get #places(): Promise<{ places: Place[]; isCut: boolean }> {
    this.#found ??= this.#readPlaces();
    return this.#found;
  }

  async #readPlaces() {
    const { range, size, isReversed } = this.#requested;
    // One more than requested shows whether there are more.
    const found = await this.#source.places(range, { take: size + 1, isReversed });
    const places = found.slice(0, size);
    return { places: isReversed ? places.reverse() : places, isCut: found.length > size };
  }

  /** Whether there are entries beyond the page, at one of its ends. */
  async isMore(end: 'after' | 'before'): Promise<boolean> {
    const { range, isReversed } = this.#requested;
    if ((end === 'before') === isReversed && (await this.#places).isCut) return true;
    // There the page, or its range, ends where the cursor says; what lies beyond includes the entry of the cursor.
    const limit = end === 'after' ? range.before : range.after;
    if (!limit) return false;
    const beyond = { [end]: { ...limit, isIncluded: true } };
    return (await this.#source.places(beyond, { take: 1 })).length > 0;
  }

  async cursorAt(index: 0 | -1): Promise<string | null> {
    const place = (await this.#places).places.at(index);
    return place ? this.#cursor(place) : null;
  }

  count(): Promise<number> {
    return this.#source.count();
  }
}

const PageInfo = builder.objectRef<Page<unknown>>('PageInfo').implement({
  description: 'Where a page of a connection lies in the whole list.',
  fields: (t) => ({
    hasNextPage: t.boolean({
      description: 'Whether there are entries after the page.',
      resolve: (page) => page.isMore('after'),
    }),
    hasPreviousPage: t.boolean({
      description: 'Whether there are entries before the page.',
      resolve: (page) => page.isMore('before'),
    }),
    startCursor: t.string({
      nullable: true,
      description: 'The cursor of the first entry of the page; null for an empty page.',
      resolve: (page) => page.cursorAt(0),
    }),
    endCursor: t.string({
      nullable: true,
      description: 'The cursor of the last entry of the page; null for an empty page.',
      resolve: (page) => page.cursorAt(-1),
    }),
  }),
});

type Node<Entry> = ObjectRef<typeof builder.$inferSchemaTypes, Entry, Entry>;

const known = new Map<string, unknown>();

/** The connection to a type of entries. Several lists share it. */
function connectionTo<Entry>(node: Node<Entry>) {
  const { name } = node;
  const made = known.get(name) ?? makeConnection(node);
  known.set(name, made);
  return made as ReturnType<typeof makeConnection<Entry>>;
}

function makeConnection<Entry>(node: Node<Entry>) {
  const { name } = node;
  const Edge = builder.objectRef<Edge<Entry>>(`${name}Edge`).implement({
    description: 'An entry of a list, with its place.',
    fields: (t) => ({
      cursor: t.string({
        description: 'Its place in this list and order, for `after` and `before`.',
        resolve: ({ cursor }) => cursor(),
      }),
      // Pothos cannot derive the shape of a type that is a parameter; it is that of the entry.
      node: t.field({ type: node, description: 'The entry.', resolve: ({ entry }) => entry as never }),
    }),
  });
  return builder.objectRef<Page<Entry>>(`${name}Connection`).implement({
    description: 'A page of a list, by cursors.',
    fields: (t) => ({
      nodes: t.field({
        type: [node],
        description: 'The entries of the page.',
        resolve: async ({ edges }) => (await edges).map(({ entry }) => entry) as never,
      }),
      edges: t.field({
        type: [Edge],
        description: 'The entries of the page with their cursors.',
        resolve: ({ edges }) => edges,
      }),
      pageInfo: t.field({ type: PageInfo, description: 'Where the page lies.', resolve: (page) => page }),
      totalCount: t.int({
        description: 'Number of entries in the whole list. They are counted where this is selected.',
        resolve: (page) => page.count(),
      }),
    }),
  });
}

/**
 * A list by cursors: the options of its field, with further arguments. Pages neither overlap nor leave out an entry,
 * whatever others insert and delete, except for entries whose sort keys change between the pages.
 */
export function connection<Entry, Own extends InputFieldMap, Parent = unknown>(
  node: Node<Entry>,
  {
    description,
    args,
    order,
    source,
  }: {
    description: string;
    args: Own;
    /**
     * The order of the list, and whatever else decides which place an entry has, such as the object that has the list:
     * cursors are valid within it.
     */
    order(args: InputShapeFromFields<Own>, parent: Parent): unknown;
    source(
      args: InputShapeFromFields<Own>,
      context: Context,
      info: GraphQLResolveInfo,
      parent: Parent,
    ): Source<Entry> | Promise<Source<Entry>>;
  },
) {
  type All = InputShapeFromFields<Own> & Args;
  const all: Own & typeof connectionArgs = { ...args, ...connectionArgs };
  return {
    type: connectionTo(node),
    description,
    args: all,
    resolve: async (parent: Parent, args: All, context: Context, info: GraphQLResolveInfo) => {
      const list = JSON.stringify([info.parentType.name, info.fieldName, order(args, parent)]);
      const requested = requestedBy(args, list, context);
      return new Page(await source(args, context, info, parent), requested, { list, context, info });
    },
  };
}

/**
 * The source of a list that never changes: its places are positions.
 *
 * @param slice the entries from a position on, at most `take`
 */
export const fixedEntries = <Entry>(
  count: () => Promise<number>,
  slice: (skip: number, take: number) => Promise<Entry[]>,
): Source<Entry> => ({
  count,
  places: async ({ after, before }, { take, isReversed = false }) => {
    const positionOf = ({ place: [text] }: Limit) => Number(text);
    const begin = after ? positionOf(after) + (after.isIncluded ? 0 : 1) : 0;
    const end = before ? positionOf(before) + (before.isIncluded ? 1 : 0) : await count();
    const size = Math.max(Math.min(take, end - begin), 0);
    const places = Array.from({ length: size }, (_, index) => [String(isReversed ? end - 1 - index : begin + index)]);
    return places;
  },
  entries: async (places) => slice(Number(places[0]?.[0] ?? 0), places.length),
});
