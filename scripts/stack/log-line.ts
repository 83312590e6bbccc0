import { bold, dim, red } from '../set-up/progress.mjs';

type Entry = Record<string, unknown> & { level: number; time: number; msg?: string };

const LEVELS: Record<number, string> = { 20: 'debug', 40: 'warn', 50: 'error', 60: 'fatal' };
const WARN = 40;
/** Members that are shown in another form, or are not useful to a reader. */
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

/** Formats a JSON line of a program's log for people; other lines are unchanged. */
export function readable(line: string): string {
  const entry = parse(line);
  return entry ? format(entry) : line;
}

function format(entry: Entry): string {
  const { level, time, msg, req, res, err } = entry;
  const name = LEVELS[level];
  const request = isRecord(req) ? `${req.method} ${req.url}` : '';
  const parts = [dim(new Date(time).toTimeString().slice(0, 8))];
  if (name) parts.push(level >= WARN ? red(name) : dim(name));
  if (isRecord(res)) parts.push(request, bold(String(res.statusCode)), dim(howLong(entry)));
  else parts.push(msg ?? '', request && dim(`(${request})`));
  for (const [key, value] of Object.entries(entry)) {
    if (!HIDDEN.has(key)) parts.push(dim(`${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`));
  }
  const trace = isRecord(err) ? `\n${String(err.stack ?? err.message)}` : '';
  return parts.filter(Boolean).join(' ') + trace;
}

/** The duration of an answer; for a stream whose client disconnected, its message. */
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
