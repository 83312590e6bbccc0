import { countryCode, latitude, longitude, text, timeZone, translations } from '../shared/values.ts';

/* The own values of places, in the import form and in mutations. */

export const countryValues = { code: countryCode, name: text(200), translations: translations({ name: text(200) }) };

export const cityValues = { name: text(200), timeZone, translations: translations({ name: text(200) }) };

export const pointValues = { latitude, longitude, address: text(1_000) };
