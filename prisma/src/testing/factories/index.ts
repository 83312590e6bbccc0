import type { PrismaClient } from '../../client.ts';
import { catalogFactories } from './catalog.ts';
import { offerFactories } from './offer.ts';
import { orderFactories } from './orders.ts';
import { createParents } from './parents.ts';
import { peopleFactories } from './people.ts';
import { placeFactories } from './places.ts';
import { tagFactories } from './tags.ts';

export type { Price } from './catalog.ts';
export { clock, DEPARTURE_DAY, day } from './moments.ts';
export type { Offer } from './offer.ts';

/** Everything with which tests furnish a database. */
export type Factories = ReturnType<typeof createFactories>;

/**
 * Builders of rows for tests. Each takes the columns that matter and makes up the rest, parents included: what says
 * nothing else belongs to one organization, in one city. Nothing is random: the same calls make the same world. They
 * write past the core, so that a test can start from any state, but keep what the database promises.
 */
export function createFactories(db: PrismaClient) {
  const parents = createParents(db);
  const people = peopleFactories(parents);
  const places = placeFactories(parents);
  const catalog = catalogFactories(parents, people, places);
  const offers = offerFactories(catalog);
  return {
    ...people,
    ...places,
    ...catalog,
    ...offers,
    ...orderFactories(parents, people, places, offers),
    ...tagFactories(parents, people),
  };
}
