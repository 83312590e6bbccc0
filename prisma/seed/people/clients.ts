import { home, north } from './organizations.ts';

/** The clients. The first four are those of the selling roles. */
export const clients = [
  {
    key: 'keizers-travel',
    organization: home,
    name: 'Keizers Travel Desk',
    description: 'Travel agency on the Keizersgracht with desks in eleven hotels.',
    tags: { segment: 'agency', 'customer-number': 20417 },
  },
  {
    key: 'hotel-zwanenburgh',
    organization: home,
    name: 'Hotel Zwanenburgh',
    description: 'Canal-side hotel with 86 rooms; the concierge books for its guests.',
    tags: { segment: 'hotel', 'customer-number': 20033 },
  },
  {
    key: 'direct-guests',
    organization: home,
    name: 'Direct guests',
    description: null,
    tags: { segment: 'direct' },
  },
  {
    key: 'rheinmaas-groups',
    organization: home,
    name: 'Rhein-Maas Gruppenreisen',
    description: 'Coach tours and company outings from the Ruhr.',
    tags: { segment: 'groups', 'customer-number': 20588 },
  },
  {
    key: 'delta-river-cruises',
    organization: home,
    name: 'Delta River Cruises',
    description: 'Shore excursions for three river ships.',
    tags: { segment: 'cruise', 'customer-number': 20612 },
  },
  {
    key: 'oosterdok-congress',
    organization: home,
    name: 'Congresbureau Oosterdok',
    description: 'Social programmes of congresses.',
    tags: { segment: 'congress', 'customer-number': 20670 },
  },
  {
    key: 'atlantic-student-travel',
    organization: home,
    name: 'Atlantic Student Travel',
    description: 'Semester programmes of American universities.',
    tags: { segment: 'education', 'customer-number': 20701 },
  },
  {
    key: 'kystlinje-guests',
    organization: north,
    name: 'Kystlinje Guests',
    description: 'Passengers of the coastal ships.',
    tags: { segment: 'cruise' },
  },
  {
    key: 'hotell-fjellro',
    organization: north,
    name: 'Hotell Fjellro',
    description: null,
    tags: { segment: 'hotel' },
  },
];
