import { builder } from '../builder.ts';
import { ticketUrl, ticketUrlSql } from '../shared/addresses.ts';
import { Node } from '../shared/node.ts';

builder.prismaObject('Ticket', {
  interfaces: [Node],
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: "The ticket's id." }),
    filename: t.exposeString('filename'),
    url: t.string({
      description: 'Address of the PDF file. Anyone who knows it may read the file.',
      extensions: ticketUrlSql,
      resolve: (ticket, _args, { settings }) => ticketUrl(settings, ticket),
    }),
  }),
});
