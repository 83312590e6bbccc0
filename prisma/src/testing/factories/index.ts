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

/** All factories for test data. */
export type Factories = ReturnType<typeof createFactories>;

/**
 * Factories of rows for tests. Each takes the relevant columns and fills in the rest, parents included: by default
 * everything belongs to one organization and one city. Nothing is random: the same calls create the same data. They
 * bypass the core, so that a test can start from any state, but respect the constraints of the database.
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
