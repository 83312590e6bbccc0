import { fieldSql, member, sql } from 'graphql-sql';
import { builder } from '../builder.ts';
import { Node } from '../shared/node.ts';

builder.prismaObject('OrganizationLanguage', {
  fields: (t) => ({
    code: t.string({
      description: 'ISO 639-1 code, two lower-case letters.',
      extensions: fieldSql((row) => ({ value: member(row, 'languageCode') })),
      resolve: ({ languageCode }) => languageCode,
    }),
    name: t.string({
      description: "The language's own name.",
      select: { language: { select: { name: true } } },
      extensions: fieldSql((row) => ({
        value: sql`(SELECT l.name FROM language l WHERE l.code = ${member(row, 'languageCode')})`,
      })),
      resolve: ({ language }) => language.name,
    }),
    isDefault: t.exposeBoolean('isDefault'),
  }),
});

export const Organization = builder.prismaObject('Organization', {
  interfaces: [Node],
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: "The organization's id." }),
    name: t.exposeString('name'),
    timeZone: t.exposeString('timeZone'),
    currency: t.relation('currency'),
    languages: t.relation('languages', {
      description: 'The languages of its texts, the default one first.',
      query: { orderBy: [{ isDefault: 'desc' }, { position: 'asc' }, { languageCode: 'asc' }] },
    }),
  }),
});
