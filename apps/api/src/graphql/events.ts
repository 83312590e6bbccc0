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
import { noteOutcome, type OperationLog } from './request-line.ts';
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

/** Where a notice has a cursor, its event has it as its id, by which the client resumes the stream. */
function withId(result: ExecutionResult, notice: unknown): ExecutionResult {
  const cursor: unknown = typeof notice === 'object' && notice !== null && Reflect.get(notice, 'resumeAfter');
  const stringify: unknown = Reflect.get(result, 'stringify');
  if (typeof cursor !== 'string' || typeof stringify !== 'function') return result;
  // Yoga writes the text as the last line of the event: a further line is a further field of the event.
  return {
    ...result,
    stringify: (written: ExecutionResult) => `${stringify(written)}\nid: ${cursor}`,
  } as ExecutionResult;
}

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
    yield result.data ? withId(result, notice) : result;
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
