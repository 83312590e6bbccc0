import { bold, dim, red } from '../set-up/progress.mjs';

type Entry = Record<string, unknown> & { level: number; time: number; msg?: string };

const LEVELS: Record<number, string> = { 20: 'debug', 40: 'warn', 50: 'error', 60: 'fatal' };
const WARN = 40;
const REMEMBERED = 1_000;
/** Told otherwise, or of no use to a reader. */
const HIDDEN = new Set([
  'level',
  'time',
  'msg',
  'pid',
  'hostname',
  'name',
  'reqId',
  'req',
  'res',
  'responseTime',
  'err',
  'v',
]);

/**
 * Turns the JSON lines of a program's log into lines for people, one per request; a line that is none stays as it is.
 */
export function readableLines(): (line: string) => string | undefined {
  const requests = new Map<unknown, string>();
  return (line) => {
    const entry = parse(line);
    if (!entry) return line;
    const { req, res, reqId } = entry;
    if (isRecord(req) && !isRecord(res) && entry.level < WARN) {
      // Its answer tells the same and more.
      if (requests.size >= REMEMBERED) requests.clear();
      requests.set(reqId, `${req.method} ${req.url}`);
      return undefined;
    }
    const request = requests.get(reqId);
    if (isRecord(res)) requests.delete(reqId);
    return format(entry, request);
  };
}

function format(entry: Entry, request: string | undefined): string {
  const { level, time, msg, res, err } = entry;
  const name = LEVELS[level];
  const parts = [dim(new Date(time).toTimeString().slice(0, 8))];
  if (name) parts.push(level >= WARN ? red(name) : dim(name));
  if (isRecord(res)) {
    parts.push(request ?? '', bold(String(res.statusCode)), dim(howLong(entry)));
  } else {
    parts.push(msg ?? '', ...(request ? [dim(`(${request})`)] : []));
  }
  for (const [key, value] of Object.entries(entry)) {
    if (!HIDDEN.has(key)) parts.push(dim(`${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`));
  }
  const trace = isRecord(err) ? `\n${String(err.stack ?? err.message)}` : '';
  return parts.filter(Boolean).join(' ') + trace;
}

/** How long an answer took; of a stream that the asker left, that it did. */
const howLong = ({ responseTime, msg }: Entry) =>
  typeof responseTime === 'number' ? `${Math.round(responseTime)} ms` : (msg ?? '');

function parse(line: string): Entry | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return isEntry(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isEntry = (value: unknown): value is Entry =>
  isRecord(value) && typeof value.level === 'number' && typeof value.time === 'number';
