import type { ProductPlan } from '../catalog/plan.ts';
import { norway, officeOnly, onOffer, unpublished } from '../catalog/products/index.ts';
import { cities, northernCities } from '../places/cities.ts';
import { home, north } from './organizations.ts';

const keys = (plans: readonly ProductPlan[]): string[] => plans.map(({ key }) => key);
const everywhere = Object.keys(cities);
const inCountries = (...codes: string[]): string[] =>
  Object.entries(cities).flatMap(([key, { country }]) => (codes.includes(country) ? [key] : []));

const hotelCities = inCountries('NL', 'BE');
const everything = [...onOffer, ...unpublished, ...officeOnly];

const plain = { client: null, products: [] as string[], cities: [] as string[], tags: {} };

/** The roles of both organizations as records of the import form. */
export const roles = [
  {
    key: 'partner-desk',
    organization: home,
    client: 'keizers-travel',
    name: 'Partner desk',
    description: 'Sells the whole programme on the account of the travel agency.',
    permissions: ['products.book', 'tags.change-shared'],
    products: keys([...onOffer, ...unpublished]),
    cities: everywhere.filter((city) => city !== 'heidelberg'),
    tags: { channel: 'agency', 'cost-center': 4100 },
  },
  {
    key: 'concierge',
    organization: home,
    client: 'hotel-zwanenburgh',
    name: 'Hotel concierge',
    description: 'Books for hotel guests in the Low Countries.',
    permissions: ['products.book'],
    products: keys(onOffer.filter(({ city }) => hotelCities.includes(city))),
    cities: hotelCities,
    tags: { channel: 'hotel', 'cost-center': 4200 },
  },
  {
    key: 'web-shop',
    organization: home,
    client: 'direct-guests',
    name: 'Web shop',
    description: null,
    permissions: ['products.book'],
    products: keys(
      [...onOffer, ...officeOnly.filter(({ city }) => city === 'heidelberg')].filter(({ backOffice }) => !backOffice),
    ),
    cities: everywhere,
    tags: { channel: 'web' },
  },
  {
    key: 'groups-desk',
    organization: home,
    client: 'rheinmaas-groups',
    name: 'Groups desk',
    description: 'Private and group programmes at negotiated prices.',
    permissions: ['products.book'],
    products: keys(
      everything.filter(
        ({ categories, city }) =>
          categories.includes('private') || categories.includes('excursions') || city === 'heidelberg',
      ),
    ),
    cities: everywhere,
    tags: { channel: 'groups', 'cost-center': 4300 },
  },
  {
    ...plain,
    key: 'back-office',
    organization: home,
    name: 'Back office',
    description: 'Runs the day: orders, drivers, guides.',
    permissions: ['orders.view-all', 'console.access', 'tags.change-shared'],
    products: keys(everything),
    cities: everywhere,
    tags: { 'cost-center': 1000 },
  },
  {
    ...plain,
    key: 'administrator',
    organization: home,
    name: 'Administrator',
    description: 'Manages people, roles and connections.',
    permissions: ['orders.view-all', 'console.access', 'administration', 'graphql.query', 'tags.change-shared'],
    products: keys(everything),
    cities: everywhere,
  },
  {
    ...plain,
    key: 'driver',
    organization: home,
    name: 'Driver',
    description: 'Drives transfers.',
    permissions: ['transfers.drive'],
  },
  {
    ...plain,
    key: 'tour-guide',
    organization: home,
    name: 'Tour guide',
    description: 'Guides tours.',
    permissions: ['tours.guide'],
  },
  {
    ...plain,
    key: 'contact-person',
    organization: home,
    name: 'Contact person',
    description: 'Answers for the orders of a client.',
    permissions: ['orders.contact'],
  },
  {
    ...plain,
    key: 'client-account',
    organization: home,
    name: 'Client account',
    description: null,
    permissions: [] as string[],
  },
  {
    key: 'nordlys-sales',
    organization: north,
    client: 'kystlinje-guests',
    name: 'Sales',
    description: 'Sells the Norwegian programme.',
    permissions: ['products.book'],
    products: keys(norway),
    cities: Object.keys(northernCities),
    tags: { channel: 'ship' },
  },
  {
    key: 'nordlys-kiosk',
    organization: north,
    client: 'hotell-fjellro',
    name: 'Kiosk',
    description: null,
    permissions: ['products.book'],
    products: keys(norway.filter(({ city }) => city === 'bergen')),
    cities: ['bergen'],
    tags: {},
  },
  {
    ...plain,
    key: 'nordlys-driver',
    organization: north,
    name: 'Driver',
    description: null,
    permissions: ['transfers.drive'],
  },
  {
    ...plain,
    key: 'nordlys-guide',
    organization: north,
    name: 'Guide',
    description: null,
    permissions: ['tours.guide'],
  },
  {
    ...plain,
    key: 'nordlys-contact',
    organization: north,
    name: 'Contact',
    description: null,
    permissions: ['orders.contact'],
  },
  {
    key: 'sales-clerk',
    organization: home,
    client: 'keizers-travel',
    name: 'Sales clerk',
    description: 'Sells on the account of the travel agency, and may do nothing else.',
    permissions: ['products.book'],
    products: keys(onOffer),
    cities: everywhere.filter((city) => city !== 'heidelberg'),
    tags: {},
  },
];
