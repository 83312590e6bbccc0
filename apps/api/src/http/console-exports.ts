import { type Actor, answerOperation, type Context, executeOperation, schema } from '@channel/graph';
import { csvColumns } from '@channel/settings';
import { HttpError, type RestRouter, type Route, restRouter, route, Unauthenticated } from 'graphql-rest-router';
import { z } from 'zod';
import { admission } from '../admission/admission.ts';
import type { Surface } from '../admission/surface.ts';
import { contextOf, type Services } from '../context.ts';
import { refusedVariables } from '../graphql/refused-variables.ts';
import { isSameOrigin } from '../graphql/same-origin.ts';
import { orderCsv } from '../v1/orders/csv.ts';
import { operations, unavailable } from './v1.ts';

/** Orders that are read in one query; the file is written while they arrive. */
const BLOCK = 500;

/** An object that GraphQL coerces. The limits of GraphQL variables apply to it. */
const members = z.record(z.string(), z.unknown()).check(({ value, issues }) => {
  const message = refusedVariables({ value });
  if (message !== undefined) issues.push({ code: 'custom', message, input: value });
});

const columnNames = z.array(z.enum(csvColumns)).min(1).optional();

/**
 * The export of the console: the v1 export with the filter and the order of the console's list, and with the requested
 * columns, by default those of the v1 export. Filter and sort have their GraphQL types, and GraphQL validates them.
 */
export const exportRoutesOf = ({ settings }: Pick<Services, 'settings'>): Route[] => [
  route({
    method: 'POST',
    path: '/exports/orders',
    operation: operations.get('ExportOrders'),
    input: z.object({
      filter: members.nullish(),
      sort: members.nullish(),
      columns: columnNames,
    }),
    variables: ({ filter, sort, columns }) => ({ filter, sort, columns, page: 1, perPage: BLOCK, whole: true }),
    answer: orderCsv(csvColumns, ({ columns }) => columnNames.parse(columns) ?? settings.csvColumns),
    summary: 'Export orders from the console',
  }),
];

/** The router of the console's exports: authenticated by its cookie, from its own pages only. */
export function exportsRouter(services: Services, surface: Surface): RestRouter {
  const run = services.settings.compiledReads ? answerOperation : executeOperation;
  return restRouter<Actor, Context>({
    schema,
    execute: ({ document }, variables, context) => run(document, variables, context),
    admit: admission(surface),
    authenticate: async ({ headers, raw }) => {
      if (!isSameOrigin(headers, services.settings)) throw new HttpError(403, 'The request comes from another site.');
      const actor = await surface.run(raw, () => services.sessions.peek(headers.cookie));
      if (!actor) throw new Unauthenticated();
      return actor;
    },
    context: (request, actor) =>
      contextOf(services, {
        actor: actor ?? null,
        channel: 'console',
        requestId: request.id,
        language: request.headers['x-lang'],
      }),
    errors: (error) => unavailable(error),
  });
}
