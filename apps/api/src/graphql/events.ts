import {
  createSourceEventStream,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  GraphQLError,
  getOperationAST,
} from 'graphql';
import { isAsyncIterable, type Plugin, type YogaServerInstance } from 'graphql-yoga';
import { EVENTS, NOT_ACCEPTABLE } from './accept.ts';
import { boundedAnswer } from './answer-size.ts';
import { noteOutcome, type OperationLog } from './operation-log.ts';
import type { RequestWork } from './work.ts';

/**
 * Runs the answer to one event of a subscription as a request of its own: with its own slot of the caller, context,
 * deadline, limits and bill. Returns undefined if the caller's login has ended or its rights have changed.
 */
export type Answering = <Result>(
  answer: (own: { work: RequestWork }) => Promise<Result>,
) => Promise<Result | undefined>;

type Subscribed = { answering: Answering; accepted: readonly string[]; line: OperationLog };

const notAcceptable = () =>
  new GraphQLError(NOT_ACCEPTABLE.message, {
    extensions: { code: NOT_ACCEPTABLE.code, http: { status: NOT_ACCEPTABLE.status } },
  });

/**
 * Answers of events. An event that is refused as a whole is the last one: the client then reloads and subscribes again.
 */
async function* answers(
  notices: AsyncIterable<unknown>,
  answer: (notice: unknown) => Promise<ExecutionResult | undefined>,
) {
  for await (const notice of notices) {
    const result = await answer(notice);
    if (!result) return;
    yield result;
    if (!result.data) return;
  }
}

/** Executes each event of a subscription as a single operation, with all plugins that handle single operations. */
export function answeredEvents(megabytes: number): Plugin<Subscribed> {
  let yoga: Pick<YogaServerInstance<object, Subscribed>, 'getEnveloped'>;
  return {
    onYogaInit: (init) => {
      ({ yoga } = init);
    },
    onSubscribe: ({ args, setSubscribeFn, setResultAndStopExecution }) => {
      const { contextValue } = args;
      if (!contextValue.accepted.includes(EVENTS)) return setResultAndStopExecution({ errors: [notAcceptable()] });
      const executeEvent = yoga.getEnveloped(contextValue).execute;
      setSubscribeFn(async (given: ExecutionArgs) => {
        const notices = await createSourceEventStream(given);
        if (!isAsyncIterable(notices)) return notices;
        return answers(notices, (rootValue) =>
          contextValue.answering(async (own) => {
            const event = { ...given, rootValue, contextValue: { ...contextValue, ...own } };
            const result = await boundedAnswer(await executeEvent(event), megabytes, own.work);
            const { line } = contextValue;
            line.events = (line.events ?? 0) + 1;
            noteOutcome(line, result.errors);
            return result;
          }),
        );
      });
    },
    onExecute: ({ args, setExecuteFn }) => {
      const kind = getOperationAST(args.document, args.operationName)?.operation;
      if (kind === 'subscription') setExecuteFn(execute);
    },
  };
}
