import { isTurnOver, nextTurn } from '@channel/graph';
import { type ExecutionResult, GraphQLError } from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';

/** The error that replaces an answer that is too large. */
export const tooLarge = (megabytes: number) =>
  new GraphQLError(`The answer is larger than ${megabytes} MB: ask for smaller pages or fewer fields.`, {
    extensions: { code: 'ANSWER_TOO_LARGE' },
  });

/** Whether an answer is larger than this many megabytes; 0 for no limit. */
export const isTooLarge = (bytes: number, megabytes: number): boolean => megabytes > 0 && bytes > megabytes * 1_048_576;

/** Maximum number of levels of an answer that are written in pieces; deeper values are small. */
const LEVELS = 6;

/** The JSON of a value, in pieces. */
function* pieces(value: unknown, level = 0): Generator<string> {
  if (level === LEVELS || typeof value !== 'object' || value === null || 'toJSON' in value) {
    yield JSON.stringify(value) ?? 'null';
    return;
  }
  const isList = Array.isArray(value);
  let separator = isList ? '[' : '{';
  if (Object.keys(value).length === 0) yield separator;
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined && !isList) continue;
    yield isList ? separator : `${separator}${JSON.stringify(key)}:`;
    yield* pieces(member, level + 1);
    separator = ',';
  }
  yield isList ? ']' : '}';
}

/**
 * The JSON of an answer and its size, written over several ticks so that other requests are served in between.
 *
 * @returns undefined if it is larger than this many megabytes
 */
async function jsonWithin(value: unknown, megabytes: number): Promise<{ json: string; bytes: number } | undefined> {
  const parts: string[] = [];
  let bytes = 0;
  for (const piece of pieces(value)) {
    bytes += Buffer.byteLength(piece);
    if (isTooLarge(bytes, megabytes)) return undefined;
    parts.push(piece);
    if (isTurnOver()) await nextTurn();
  }
  return { json: parts.join(''), bytes };
}

/** The work whose answer is serialized, as `RequestWork` does it. */
type Answering = { inPlace(refusal: GraphQLError): GraphQLError; answered(bytes: number): void };

/** Serializes the data of an answer and refuses one that is too large; 0 for no limit. */
export async function boundedAnswer(
  result: ExecutionResult,
  megabytes: number,
  work: Answering,
): Promise<ExecutionResult> {
  if (!result.data) return result;
  const data = await jsonWithin(result.data, megabytes);
  if (!data) {
    const { data: _unsent, ...rest } = result;
    return { ...rest, errors: [work.inPlace(tooLarge(megabytes))] };
  }
  work.answered(data.bytes);
  const stringify = ({ data: _written, stringify: _self, ...rest }: ExecutionResult & { stringify?: unknown }) => {
    const others = JSON.stringify(rest).slice(1, -1);
    return `{"data":${data.json}${others === '' ? '' : `,${others}`}}`;
  };
  return { ...result, stringify } as ExecutionResult;
}

/** The same for answers that are sent once, not as a stream. */
export const boundedAnswers = (megabytes: number): Plugin => ({
  onExecutionResult: async ({ result, setResult, context }) => {
    if (!result || isAsyncIterable(result) || !result.data) return;
    const work: Answering = Reflect.get(context, 'work');
    setResult(await boundedAnswer(result, megabytes, work));
  },
});
