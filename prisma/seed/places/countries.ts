import type { Text } from '../text.ts';

/** The countries of the demo world by ISO code. Norway is the outsider's alone. */
export const countryNames: Record<string, Text> = {
  NL: ['Netherlands', 'Nederland', 'Niederlande'],
  BE: ['Belgium', 'België', 'Belgien'],
  DE: ['Germany', 'Duitsland', 'Deutschland'],
  PT: ['Portugal', 'Portugal', 'Portugal'],
  US: ['United States', 'Verenigde Staten', 'Vereinigte Staaten'],
  NO: ['Norway', 'Noorwegen', 'Norwegen'],
};
