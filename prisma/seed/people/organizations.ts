/** Money, languages and the two organizations of the demo world. */
export const currencies = [
  { code: 'EUR', symbol: '€', name: 'Euro' },
  { code: 'USD', symbol: '$', name: 'US dollar' },
  { code: 'GBP', symbol: '£', name: 'Pound sterling' },
  { code: 'NOK', symbol: 'kr', name: 'Norwegian krone' },
];

export const languages = [
  { code: 'en', name: 'English' },
  { code: 'nl', name: 'Nederlands' },
  { code: 'de', name: 'Deutsch' },
];

export const permissions = [
  { name: 'orders.view-all', description: 'See and change every order of the organization.' },
  { name: 'products.book', description: 'Book products through the role.' },
  { name: 'transfers.drive', description: 'Be assigned as driver of a transfer.' },
  { name: 'tours.guide', description: 'Be assigned as tour guide.' },
  { name: 'orders.contact', description: 'Be assigned as contact person.' },
  { name: 'console.access', description: 'Work in the staff console.' },
  { name: 'graphql.query', description: 'Send operations of one’s own to GraphQL.' },
  { name: 'tags.change-shared', description: 'Change tags of users, roles, cities, categories and products.' },
  { name: 'administration', description: 'Manage people, roles and settings of the organization.' },
];

/** The organization of the partner, the staff and nearly everything else. */
export const home = 'meridian-lane';
/** The organization that shares nothing with the first. */
export const north = 'nordlys';

export const organizations = [
  {
    key: home,
    name: 'Meridian Lane Experiences',
    currency: 'EUR',
    languages: ['en', 'nl', 'de'],
    timeZone: 'Europe/Amsterdam',
    vatPercentage: 9,
    vatType: 'included',
    durationUnit: 'minutes',
  },
  {
    key: north,
    name: 'Nordlys Reiser',
    currency: 'NOK',
    languages: ['en', 'de'],
    timeZone: 'Europe/Oslo',
    vatPercentage: 12,
    vatType: 'included',
    durationUnit: 'minutes',
  },
];
