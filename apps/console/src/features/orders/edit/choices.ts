import { queryOptions } from '@tanstack/react-query';
import { graphql } from '#lib/graphql.ts';
import { send } from '#lib/send.ts';

const PeopleQuery = graphql(`
  query OrderPeople {
    drivers {
      id
      name
    }
    tourGuides {
      id
      name
    }
    contactPersons {
      id
      name
    }
  }
`);

/** Who can be put on an order, by what they do there. */
export const peopleQuery = queryOptions({
  queryKey: ['order-people'],
  queryFn: ({ signal }) => send(PeopleQuery, {}, signal),
  staleTime: 60_000,
});
