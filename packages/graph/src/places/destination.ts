import { fromPlan, raw, type Sql, sql } from 'graphql-sql';
import { builder } from '../builder.ts';
import { statementPlan } from '../shared/plans.ts';
import { statementRows } from '../shared/rows.ts';
import { likeText } from '../shared/text.ts';
import { lang } from '../shared/translation.ts';

type DestinationShape = { id: number; title: string; kind: 'city' | 'country' };

const DestinationKind = builder.enumType('DestinationKind', {
  description: 'The kind of a destination.',
  values: { city: { description: 'A city.' }, country: { description: 'A country.' } } as const,
});

const Destination = builder.objectRef<DestinationShape>('Destination').implement({
  description: 'A place where products are offered. Public: only the name is exposed.',
  fields: (t) => ({
    placeId: t.exposeInt('id', { description: 'Id of the city or country.' }),
    title: t.exposeString('title', { description: 'Name of the city or country.' }),
    type: t.expose('kind', { type: DestinationKind, description: 'City or country.' }),
  }),
});

const shown = (alias: string, column: string): Sql =>
  sql`coalesce(${raw(alias)}.translations -> ${lang} ->> ${raw(`'${column}'`)}, ${raw(`${alias}.${column}`)})`;
const pattern = fromPlan('pattern', 'text');

const DESTINATIONS = sql`
  WITH offered AS (
    SELECT DISTINCT ci.id AS city_id, ${shown('ci', 'name')} AS city, co.id AS country_id, ${shown('co', 'name')} AS country,
      ${shown('p', 'title')} ILIKE ${pattern} AS experience
    FROM product p JOIN city ci ON ci.id = p.city_id JOIN country co ON co.id = ci.country_id
    WHERE p.is_published IS NOT FALSE
  )
  SELECT city_id AS id, city AS title, 'city' AS kind FROM offered WHERE experience OR city ILIKE ${pattern}
  UNION
  SELECT country_id, country, 'country' FROM offered WHERE experience OR country ILIKE ${pattern}
  ORDER BY title, kind, id`;

const destinationParameters = ({ query }: { query?: string | null }) => ({
  pattern: query?.trim() ? `%${likeText(query.trim())}%` : '%',
});

builder.queryField('destinations', (t) =>
  t.field({
    type: [Destination],
    description:
      'The cities and countries of published products, by name. A matching experience yields its city and country. No authentication required.',
    skipTypeScopes: true,
    args: {
      query: t.arg.string({
        description: 'Part of the name of a city, country or experience, without regard to letter case.',
      }),
    },
    extensions: statementPlan(
      ({ newAlias, list }) =>
        list(
          { kind: 'values', values: { id: raw('d.id'), title: raw('d.title'), kind: raw('d.kind') }, newAlias },
          sql`(${DESTINATIONS}) d`,
          raw('d.title, d.kind, d.id'),
        ),
      destinationParameters,
    ),
    resolve: (_root, args, context) =>
      statementRows<DestinationShape>(context, DESTINATIONS, destinationParameters(args)),
  }),
);
