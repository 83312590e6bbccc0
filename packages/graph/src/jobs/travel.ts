/** A place on the map, or a city of which nothing more is known. */
export type Place = {
  cityId: number;
  /** Degrees; those of some place of the city where the place itself is unknown; null where the city has none. */
  latitude: number | null;
  longitude: number | null;
  /** Whether the degrees are those of the place itself. */
  isExact: boolean;
};

/** Estimates the time from one place to another, in milliseconds; null where it is unknown. */
export type Travel = (from: Place, to: Place) => number | null;

/** The part of the rules of an organization that says how long a way takes. */
export type TravelRules = {
  /** Kilometres per hour, as the crow flies. */
  speed: number;
  /** Minutes between two cities, by `cityPair`. */
  minutes: ReadonlyMap<string, number>;
};

const EARTH_RADIUS_KM = 6_371;
const MINUTE = 60_000;

/** No way takes longer by distance: a person flies before that. */
export const LONGEST_WAY = 8 * 60 * MINUTE;

/** Key of two cities, whatever their order. */
export const cityPair = (one: number, other: number): string => `${Math.min(one, other)} ${Math.max(one, other)}`;

/**
 * Estimates travel by the organization's table of cities, else by distance and speed. Within a city, it is nothing unless
 * both places are known.
 */
export function travelBy({ speed, minutes }: TravelRules): Travel {
  return (from, to) => {
    if (from.cityId === to.cityId && !(from.isExact && to.isExact)) return 0;
    const known = from.cityId === to.cityId ? undefined : minutes.get(cityPair(from.cityId, to.cityId));
    if (known !== undefined) return known * MINUTE;
    const distance = kilometres(from, to);
    return distance === null ? null : Math.min(LONGEST_WAY, Math.round((distance / speed) * 60) * MINUTE);
  };
}

/** The great-circle distance; null where one of the places is unknown. */
function kilometres(one: Place, other: Place): number | null {
  if (one.latitude === null || one.longitude === null) return null;
  if (other.latitude === null || other.longitude === null) return null;
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [north, east] = [radians(other.latitude - one.latitude), radians(other.longitude - one.longitude)];
  const chord =
    Math.sin(north / 2) ** 2 +
    Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * Math.sin(east / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
}
