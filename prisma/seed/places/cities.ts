import type { Text } from '../text.ts';

type City = {
  country: string;
  timeZone: string;
  name: Text;
  tags: Record<string, string | number>;
};

const city = (
  country: string,
  timeZone: string,
  name: Text,
  region: string,
  airport: string | null,
  population: number,
): City => ({
  country,
  timeZone,
  name,
  tags: { region, ...(airport ? { airport } : {}), population },
});

/** The cities in which the partner's organization sells. */
export const cities: Record<string, City> = {
  amsterdam: city('NL', 'Europe/Amsterdam', ['Amsterdam', 'Amsterdam', 'Amsterdam'], 'Randstad', 'AMS', 931_000),
  rotterdam: city('NL', 'Europe/Amsterdam', ['Rotterdam', 'Rotterdam', 'Rotterdam'], 'Randstad', 'RTM', 670_000),
  'the-hague': city('NL', 'Europe/Amsterdam', ['The Hague', 'Den Haag', 'Den Haag'], 'Randstad', null, 566_000),
  utrecht: city('NL', 'Europe/Amsterdam', ['Utrecht', 'Utrecht', 'Utrecht'], 'Randstad', null, 374_000),
  delft: city('NL', 'Europe/Amsterdam', ['Delft', 'Delft', 'Delft'], 'Randstad', null, 109_000),
  haarlem: city('NL', 'Europe/Amsterdam', ['Haarlem', 'Haarlem', 'Haarlem'], 'Randstad', null, 168_000),
  giethoorn: city('NL', 'Europe/Amsterdam', ['Giethoorn', 'Giethoorn', 'Giethoorn'], 'Overijssel', null, 2_800),
  maastricht: city('NL', 'Europe/Amsterdam', ['Maastricht', 'Maastricht', 'Maastricht'], 'Limburg', 'MST', 125_000),
  brussels: city('BE', 'Europe/Brussels', ['Brussels', 'Brussel', 'Brüssel'], 'Brabant', 'BRU', 1_250_000),
  bruges: city('BE', 'Europe/Brussels', ['Bruges', 'Brugge', 'Brügge'], 'Flanders', null, 119_000),
  ghent: city('BE', 'Europe/Brussels', ['Ghent', 'Gent', 'Gent'], 'Flanders', null, 270_000),
  antwerp: city('BE', 'Europe/Brussels', ['Antwerp', 'Antwerpen', 'Antwerpen'], 'Flanders', 'ANR', 545_000),
  berlin: city('DE', 'Europe/Berlin', ['Berlin', 'Berlijn', 'Berlin'], 'Brandenburg', 'BER', 3_780_000),
  hamburg: city('DE', 'Europe/Berlin', ['Hamburg', 'Hamburg', 'Hamburg'], 'Elbe', 'HAM', 1_910_000),
  cologne: city('DE', 'Europe/Berlin', ['Cologne', 'Keulen', 'Köln'], 'Rhineland', 'CGN', 1_090_000),
  munich: city('DE', 'Europe/Berlin', ['Munich', 'München', 'München'], 'Bavaria', 'MUC', 1_510_000),
  heidelberg: city('DE', 'Europe/Berlin', ['Heidelberg', 'Heidelberg', 'Heidelberg'], 'Neckar', null, 163_000),
  lisbon: city('PT', 'Europe/Lisbon', ['Lisbon', 'Lissabon', 'Lissabon'], 'Lisboa', 'LIS', 567_000),
  sintra: city('PT', 'Europe/Lisbon', ['Sintra', 'Sintra', 'Sintra'], 'Lisboa', null, 385_000),
  porto: city('PT', 'Europe/Lisbon', ['Porto', 'Porto', 'Porto'], 'Norte', 'OPO', 249_000),
  lagos: city('PT', 'Europe/Lisbon', ['Lagos', 'Lagos', 'Lagos'], 'Algarve', null, 33_000),
  funchal: city('PT', 'Atlantic/Madeira', ['Funchal', 'Funchal', 'Funchal'], 'Madeira', 'FNC', 106_000),
  'ponta-delgada': city(
    'PT',
    'Atlantic/Azores',
    ['Ponta Delgada', 'Ponta Delgada', 'Ponta Delgada'],
    'Azores',
    'PDL',
    68_000,
  ),
  'new-york': city('US', 'America/New_York', ['New York', 'New York', 'New York'], 'Northeast', 'JFK', 8_260_000),
  boston: city('US', 'America/New_York', ['Boston', 'Boston', 'Boston'], 'Northeast', 'BOS', 654_000),
  chicago: city('US', 'America/Chicago', ['Chicago', 'Chicago', 'Chicago'], 'Midwest', 'ORD', 2_660_000),
  'san-francisco': city(
    'US',
    'America/Los_Angeles',
    ['San Francisco', 'San Francisco', 'San Francisco'],
    'West Coast',
    'SFO',
    809_000,
  ),
};

/** The cities of the outsider's organization. */
export const northernCities: Record<string, City> = {
  oslo: city('NO', 'Europe/Oslo', ['Oslo', 'Oslo', 'Oslo'], 'Østlandet', 'OSL', 717_000),
  bergen: city('NO', 'Europe/Oslo', ['Bergen', 'Bergen', 'Bergen'], 'Vestlandet', 'BGO', 291_000),
  tromso: city('NO', 'Europe/Oslo', ['Tromsø', 'Tromsø', 'Tromsø'], 'Nord-Norge', 'TOS', 78_000),
};
