-- Generated from print-ticket.graphql: `npm run generate`.

-- PrintTicket: executed (Query.printedTicket: has no plan)
