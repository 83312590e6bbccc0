import { setImmediate as turn } from 'node:timers/promises';
import type { Actor } from '@channel/auth';
import { hasScope, schema } from '@channel/graph';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { GraphQLError } from 'graphql';
import { refusalOfOthers } from 'graphql-rest-router';
import type { Surfaces } from '../admission/surface.ts';
import type { Services } from '../context.ts';
import type { Quotas } from '../quotas/quotas.ts';
import { answerRefusal } from './answer-errors.ts';
import { checkOperation, type OperationReport } from './check-operation.ts';
import type { Costs } from './cost.ts';
import { publicError } from './introspection.ts';
import { type ManifestOperation, operationsOf } from './manifest.ts';
import { refusedOperation, UNAUTHENTICATED } from './may-send.ts';
import { refusalOf, refuse } from './refuse.ts';
import { noteOutcome } from './request-line.ts';
import { senderOf } from './sent-operation.ts';

/*
 * The check of a tool's operations by the API that would run them: its build needs no copy of the schema. Nothing is
 * executed, and nothing is registered: documents are read when the API starts (docs/decisions/0030).
 */

const PATH = '/graphql/check';

/** The cost of checking an operation, most of which is compiling it: as of a root field, and by the length of its text. */
const costOf = ({ body }: ManifestOperation): number => 50 + Math.ceil(body.length / 10);

/** Whoever may send a registered document of a tool may check one, also where texts are not executed. */
const REGISTERED = { owner: 'tools', audience: 'staff', isOpen: false, isCrews: false } as const;

/** What checks share with `/graphql`. */
type Shared = {
  /** The ids of the persisted documents. */
  known: ReadonlySet<string>;
  costs: Costs;
  quotas: Quotas;
  /** Whether bearers may read the schema. */
  isOpen: boolean;
  onRequest: onRequestHookHandler;
};

/** Publishes `/graphql/check`: for bearers of staff. */
export function publishChecks(
  app: FastifyInstance,
  services: Services,
  surfaces: Surfaces,
  { known, costs, quotas, isOpen, onRequest }: Shared,
): void {
  const { settings } = services;

  function check(operation: ManifestOperation, actor: Actor): OperationReport {
    const report = checkOperation(operation, schema, settings.graphqlCost);
    return {
      ...report,
      problems: report.problems.map((problem) => publicError(new GraphQLError(problem), isOpen).message),
      warnings: [...report.warnings, ...lacks(actor, report)],
      isRegistered: known.has(report.id),
    };
  }

  async function answer(incoming: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const sender = await senderOf(services, { surfaces, quotas }, incoming);
    const { caller, line, admitting } = sender;
    const refusal = sender.refusal ?? refusedOperation(REGISTERED, caller, settings);
    if (refusal || !caller.actor) return refuse(reply, refusal ?? UNAUTHENTICATED);
    const { actor } = caller;
    const operations: OperationReport[] = [];
    try {
      for (const operation of sentOperations(incoming.body)) {
        if (reply.raw.closed) break;
        line.cost = (line.cost ?? 0) + (await costs.charge(actor.userId, costOf(operation))).requested;
        // Other requests are handled in between.
        await turn();
        operations.push(await admitting(async () => check(operation, actor), { ...caller, isHeavy: true }));
      }
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error;
      return refuse(reply, refusalOf(error, 400));
    }
    noteOutcome(line);
    return reply.header('cache-control', 'no-store').send({ operations });
  }

  app.route({ method: 'POST', url: PATH, errorHandler: answerRefusal, onRequest, handler: answer });
  app.route({ ...refusalOfOthers(PATH, ['POST'], 'Operations are checked by POST.'), errorHandler: answerRefusal });
}

/** Why the service account that checks an operation could not send it; another one may be meant for that. */
function lacks(actor: Actor, { scopes }: OperationReport): string[] {
  if (scopes === null) return actor.service ? ['No service account may send it.'] : [];
  const lacked = scopes?.filter((scope) => !hasScope(actor, scope)) ?? [];
  return lacked.map((scope) => `This service account lacks the scope ${scope}.`);
}

/** @throws {GraphQLError} for a body that is no manifest */
function sentOperations(body: unknown): ManifestOperation[] {
  try {
    return operationsOf(body);
  } catch (error) {
    throw new GraphQLError(error instanceof Error ? error.message : String(error), {
      extensions: { code: 'BAD_REQUEST' },
    });
  }
}
