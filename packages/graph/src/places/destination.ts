import { Prisma } from '@channel/prisma';
import { builder } from '../builder.ts';
import { likeText } from '../shared/text.ts';

type DestinationShape = { id: number; title: string; kind: 'city' | 'country' };

const DestinationKind = builder.enumType('DestinationKind', {
  description: 'What a destination is.',
  values: { city: { description: 'A city.' }, country: { description: 'A country.' } } as const,
});

const Destination = builder.objectRef<DestinationShape>('Destination').implement({
  description: 'A place where something is offered. Public: it shows the name alone.',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Id of the city or country.' }),
    title: t.exposeString('title', { description: 'Name of the city or country.' }),
    type: t.expose('kind', { type: DestinationKind, description: 'City or country.' }),
  }),
});

builder.queryField('destinations', (t) =>
  t.field({
    type: [Destination],
    description:
      'The cities and countries of published products, by name. An experience that matches yields its city and country. Open to everybody.',
    skipTypeScopes: true,
    args: {
      query: t.arg.string({
        description: 'Part of the name of a city, country or experience, without regard to letter case.',
      }),
    },
    resolve: (_root, { query }, { db, lang }) => {
      const text = (alias: string, column: string) =>
        Prisma.sql`coalesce(${Prisma.raw(alias)}.translations -> ${lang} ->> ${column}, ${Prisma.raw(`${alias}.${column}`)})`;
      const pattern = query ? `%${likeText(query)}%` : '%';
      return db.$queryRaw<DestinationShape[]>`
        WITH offered AS (
          SELECT DISTINCT ci.id AS city_id, ${text('ci', 'name')} AS city, co.id AS country_id, ${text('co', 'name')} AS country,
            ${text('p', 'title')} ILIKE ${pattern} AS experience
          FROM product p JOIN city ci ON ci.id = p.city_id JOIN country co ON co.id = ci.country_id
          WHERE p.is_published IS NOT FALSE
        )
        SELECT city_id AS id, city AS title, 'city' AS kind FROM offered WHERE experience OR city ILIKE ${pattern}
        UNION
        SELECT country_id, country, 'country' FROM offered WHERE experience OR country ILIKE ${pattern}
        ORDER BY title, kind, id`;
    },
  }),
);
