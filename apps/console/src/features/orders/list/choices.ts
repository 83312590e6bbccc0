import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { graphql } from '#lib/graphql.ts';
import { send } from '#lib/send.ts';

/** The kinds of filter options that are chosen by name. */
export type ChoiceKind = 'product' | 'city' | 'client' | 'supplier' | 'driver' | 'guide' | 'contact' | 'issuer';

export type Choice = { id: number; name: string };

const ProductChoicesQuery = graphql(`
  query ProductChoices($filter: ProductFilter!, $perPage: Int!) {
    products(filter: $filter, perPage: $perPage) {
      id: databaseId
      title
    }
  }
`);

const CityChoicesQuery = graphql(`
  query CityChoices($filter: CityFilter!, $perPage: Int!) {
    cities(filter: $filter, perPage: $perPage) {
      id: databaseId
      name
    }
  }
`);

const ClientChoicesQuery = graphql(`
  query ClientChoices($text: String, $ids: [SafeInt!], $limit: Int!) @executed {
    clients(text: $text, ids: $ids, limit: $limit) {
      id: databaseId
      name
    }
  }
`);

const SupplierChoicesQuery = graphql(`
  query SupplierChoices @executed {
    catalogueSuppliers {
      id: databaseId
      name
    }
  }
`);

const PeopleChoicesQuery = graphql(`
  query PeopleChoices {
    drivers {
      id: databaseId
      name
    }
    tourGuides {
      id: databaseId
      name
    }
    contactPersons {
      id: databaseId
      name
    }
    issuers {
      id: databaseId
      name
    }
  }
`);

/** Selects options whose name contains the words, or options by id. */
type Wanted = { words: string } | { ids: number[] };

const MAX = 20;

const read: Record<ChoiceKind, (wanted: Wanted, signal: AbortSignal) => Promise<Choice[]>> = {
  product: async (wanted, signal) => {
    const filter = 'ids' in wanted ? { id: wanted.ids } : wanted.words ? { title: [wanted.words] } : {};
    const { products } = await send(ProductChoicesQuery, { filter, perPage: perPageOf(wanted) }, signal);
    return products.map(({ id, title }) => ({ id, name: title }));
  },
  city: async (wanted, signal) => {
    const filter = 'ids' in wanted ? { id: wanted.ids } : wanted.words ? { name: [wanted.words] } : {};
    return (await send(CityChoicesQuery, { filter, perPage: perPageOf(wanted) }, signal)).cities;
  },
  client: async (wanted, signal) => {
    const which = 'ids' in wanted ? { ids: wanted.ids } : { text: wanted.words };
    return (await send(ClientChoicesQuery, { ...which, limit: perPageOf(wanted) }, signal)).clients;
  },
  supplier: async (wanted, signal) => among((await send(SupplierChoicesQuery, {}, signal)).catalogueSuppliers, wanted),
  driver: async (wanted, signal) => among((await send(PeopleChoicesQuery, {}, signal)).drivers, wanted),
  guide: async (wanted, signal) => among((await send(PeopleChoicesQuery, {}, signal)).tourGuides, wanted),
  contact: async (wanted, signal) => among((await send(PeopleChoicesQuery, {}, signal)).contactPersons, wanted),
  issuer: async (wanted, signal) => among((await send(PeopleChoicesQuery, {}, signal)).issuers, wanted),
};

/** Of these lists all is loaded, because they are short, and filtered here. */
function among(all: readonly Choice[], wanted: Wanted): Choice[] {
  if ('ids' in wanted) return all.filter(({ id }) => wanted.ids.includes(id));
  const words = wanted.words.toLowerCase();
  return all.filter(({ name }) => name.toLowerCase().includes(words));
}

const perPageOf = (wanted: Wanted) => ('ids' in wanted ? Math.max(1, wanted.ids.length) : MAX);

/** The options whose name contains the words. */
export const choicesQuery = (kind: ChoiceKind, words: string) =>
  queryOptions({
    queryKey: ['choices', kind, words],
    queryFn: ({ signal }) => read[kind]({ words }, signal),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

/** The names of options by id; options that the viewer may not see are omitted. */
export const namesQuery = (kind: ChoiceKind, ids: number[]) =>
  queryOptions({
    queryKey: ['names', kind, ids],
    queryFn: ({ signal }) => read[kind]({ ids }, signal),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
