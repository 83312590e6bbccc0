import { builder } from '../builder.ts';
import { ticketUrl, ticketUrlSql } from '../shared/addresses.ts';

builder.prismaObject('Ticket', {
  fields: (t) => ({
    id: t.exposeInt('id', { description: "The ticket's id." }),
    filename: t.exposeString('filename'),
    url: t.string({
      description: 'Where the PDF file can be had, by everybody who knows the address.',
      extensions: ticketUrlSql,
      resolve: (ticket, _args, { settings }) => ticketUrl(settings, ticket),
    }),
  }),
});
