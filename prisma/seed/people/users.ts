import { addDays } from '../calendar.ts';
import { picture } from '../picture.ts';
import { type DemoLogin, demoLogins, publishedPassword } from './logins.ts';
import { home, north } from './organizations.ts';

type Person = {
  key: string;
  name: string;
  roles: string[];
  clients?: string[];
  tags?: Record<string, string | number>;
  /** Whether there is a portrait among the pictures; default: no. */
  photo?: true;
  login?: string;
};

type Calendar = {
  workingHours?: { weekday: number; from: string; to: string }[];
  /** In days from today, up to and including the last. */
  away?: { from: number; to: number; reason: string };
};

/** The same hours from one weekday to another. */
const hours = (first: number, last: number, from: string, to: string) =>
  Array.from({ length: last - first + 1 }, (_none, index) => ({ weekday: first + index, from, to }));

/** Calendars of drivers and guides, by their keys. */
const calendars: Record<string, Calendar> = {
  'kees-verhoeven': { workingHours: hours(1, 6, '06:00', '20:00') },
  'dirk-hoffmann': { away: { from: 9, to: 13, reason: 'holiday' } },
  'lotte-vermeulen': { workingHours: hours(1, 7, '08:00', '23:00') },
  'grace-whitfield': { away: { from: 4, to: 4, reason: 'day off' } },
  'maja-lunde': { away: { from: 20, to: 24, reason: 'training' } },
};

/** Drivers and guides, with the countries in which they work. */
export const crew = {
  drivers: [
    {
      key: 'kees-verhoeven',
      name: 'Kees Verhoeven',
      countries: ['NL'],
      vehicle: 'Mercedes Sprinter',
      plate: 'VB-418-K',
      seats: 19,
    },
    {
      key: 'youssef-el-amrani',
      name: 'Youssef El Amrani',
      countries: ['NL', 'BE'],
      vehicle: 'Mercedes V-Class',
      plate: 'XD-902-P',
      seats: 7,
    },
    {
      key: 'dirk-hoffmann',
      name: 'Dirk Hoffmann',
      countries: ['DE'],
      vehicle: 'MAN Lion’s Coach',
      plate: 'M-IW 2024',
      seats: 49,
    },
    {
      key: 'rui-carvalho',
      name: 'Rui Carvalho',
      countries: ['PT'],
      vehicle: 'Ford Transit',
      plate: '82-QF-31',
      seats: 8,
    },
    {
      key: 'ana-lopes',
      name: 'Ana Lopes',
      countries: ['PT'],
      vehicle: 'Piaggio e-Calessino',
      plate: '15-TL-60',
      seats: 6,
    },
    {
      key: 'marcus-reed',
      name: 'Marcus Reed',
      countries: ['US'],
      vehicle: 'Chevrolet Suburban',
      plate: '8KTR317',
      seats: 6,
    },
  ],
  guides: [
    { key: 'lotte-vermeulen', name: 'Lotte Vermeulen', countries: ['NL'], speaks: 'nl, en, de' },
    { key: 'elise-fontaine', name: 'Élise Fontaine', countries: ['BE', 'NL'], speaks: 'fr, nl, en' },
    { key: 'jonas-weber', name: 'Jonas Weber', countries: ['DE'], speaks: 'de, en' },
    { key: 'tomasz-zielinski', name: 'Tomasz Zieliński', countries: ['DE', 'NL'], speaks: 'pl, de, en' },
    { key: 'beatriz-nunes', name: 'Beatriz Nunes', countries: ['PT'], speaks: 'pt, es, en' },
    { key: 'grace-whitfield', name: 'Grace Whitfield', countries: ['US'], speaks: 'en, es' },
  ],
};

const people: Person[] = [
  {
    key: 'partner',
    name: 'Sanne de Wit',
    login: 'partner',
    roles: ['partner-desk'],
    photo: true,
    tags: { desk: 'Keizersgracht', extension: 214 },
  },
  {
    key: 'staff',
    name: 'Thomas Okafor',
    login: 'staff',
    roles: ['back-office', 'partner-desk'],
    photo: true,
    tags: { team: 'operations' },
  },
  {
    key: 'admin',
    name: 'Marieke Janssens',
    login: 'admin',
    roles: ['administrator'],
    photo: true,
    tags: { team: 'office' },
  },
  { key: 'julia-meijer', name: 'Julia Meijer', roles: ['concierge'], photo: true, tags: { desk: 'lobby' } },
  { key: 'noah-bennett', name: 'Noah Bennett', roles: ['web-shop'], tags: { team: 'online' } },
  {
    key: 'katrin-lehmann',
    name: 'Katrin Lehmann',
    roles: ['groups-desk'],
    photo: true,
    tags: { team: 'groups' },
  },
  {
    key: 'femke-bakker',
    name: 'Femke Bakker',
    roles: ['contact-person'],
    clients: ['keizers-travel'],
    photo: true,
    tags: { phone: '+31 20 555 01 41' },
  },
  {
    key: 'hannah-price',
    name: 'Hannah Price',
    roles: ['contact-person'],
    clients: ['hotel-zwanenburgh', 'direct-guests'],
    tags: { phone: '+31 20 555 01 72' },
  },
  {
    key: 'annika-schroeder',
    name: 'Annika Schröder',
    roles: ['contact-person'],
    clients: ['rheinmaas-groups'],
    photo: true,
  },
  {
    key: 'olivier-lambert',
    name: 'Olivier Lambert',
    roles: ['contact-person'],
    clients: ['delta-river-cruises'],
    photo: true,
    tags: { ship: 'MS Waalkade' },
  },
  {
    key: 'pedro-marques',
    name: 'Pedro Marques',
    roles: ['contact-person'],
    clients: ['oosterdok-congress', 'atlantic-student-travel'],
  },
  { key: 'robert-van-dam', name: 'Robert van Dam', roles: ['client-account'], clients: ['keizers-travel'] },
  {
    key: 'marta-kowalska',
    name: 'Marta Kowalska',
    roles: ['client-account'],
    clients: ['delta-river-cruises'],
    photo: true,
  },
  ...crew.drivers.map(
    ({ key, name, vehicle, plate, seats }): Person => ({
      key,
      name,
      roles: ['driver'],
      photo: true,
      tags: { vehicle, plate, seats },
    }),
  ),
  ...crew.guides.map(
    ({ key, name, speaks }, index): Person => ({
      key,
      name,
      roles: ['tour-guide'],
      photo: true,
      tags: { speaks, 'badge-number': 3100 + index * 7 },
    }),
  ),
];

const northerners: Person[] = [
  {
    key: 'outsider',
    name: 'Ingrid Halvorsen',
    login: 'outsider',
    roles: ['nordlys-sales'],
    photo: true,
    tags: { desk: 'Bryggen' },
  },
  { key: 'sindre-aasen', name: 'Sindre Aasen', roles: ['nordlys-kiosk'] },
  { key: 'maja-lunde', name: 'Maja Lunde', roles: ['nordlys-guide'], photo: true, tags: { speaks: 'no, en' } },
  { key: 'eirik-solberg', name: 'Eirik Solberg', roles: ['nordlys-driver'], photo: true },
  { key: 'astrid-moen', name: 'Astrid Moen', roles: ['nordlys-contact'], clients: ['kystlinje-guests'] },
];

/** Sells as the partner does, without the partner's further permission. */
const clerk: Person = { key: 'clerk', name: 'Ravi Menon', login: 'clerk', roles: ['sales-clerk'] };

/** Users and their portraits as records of the import form. */
export function users(today: string, passwordOf: (login: DemoLogin) => string | null = publishedPassword) {
  const all = [
    ...people.map((person) => ({ person, organization: home })),
    ...northerners.map((person) => ({ person, organization: north })),
    { person: clerk, organization: home },
  ];
  return {
    users: all.map(({ person, organization }) => user(person, { organization, today, passwordOf })),
    portraits: all.flatMap(({ person: { key, photo } }) => (photo ? [picture(`portrait-${key}`, key)] : [])),
  };
}

const domains: Record<string, string> = { [home]: 'meridianlane.example', [north]: 'nordlys.example' };

type World = { organization: string; today: string; passwordOf: (login: DemoLogin) => string | null };

function user(
  { key, name, roles, clients, tags, photo, login: loginName }: Person,
  { organization, today, passwordOf }: World,
) {
  const login = demoLogins.find((one) => one.name === loginName);
  return {
    key,
    name,
    email: login ? login.email : `${key.replaceAll('-', '.')}@${domains[organization]}`,
    username: login?.name ?? key,
    password: login ? passwordOf(login) : null,
    emailVerified: login !== undefined || photo === true,
    photo: photo ? `portrait-${key}` : null,
    roles,
    clients: clients ?? [],
    tags: tags ? { [organization]: tags } : {},
    ...(calendars[key] ? { calendars: { [organization]: calendar(calendars[key], today) } } : {}),
  };
}

const calendar = ({ workingHours = [], away }: Calendar, today: string) => ({
  workingHours,
  absences: away
    ? [
        {
          from: `${addDays(today, away.from)}T00:00`,
          until: `${addDays(today, away.to + 1)}T00:00`,
          reason: away.reason,
        },
      ]
    : [],
});
