import { tableMap } from '@channel/prisma';
import { linked } from 'graphql-sql';

/** The tables of the models. The columns below hold names and words, which few or most orders have. */
export const tables = linked(tableMap, { TagSet: ['names'], OrderSearch: ['document', 'symbols'] });
