import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError } from './http-errors.ts';
import { holdsMoreThan } from './json-size.ts';
import { decodeUtf8 } from './utf8.ts';

const MAX_DEPTH = 32;
/** More than the largest booking or batch needs. Validating twice as many would block the event loop for over 50 ms. */
const MAX_MEMBERS = 10_000;

/**
 * Reads JSON bodies, on every method. An empty body counts as none: clients send the content type with each request.
 * Malformed JSON, invalid UTF-8, `__proto__`, `constructor.prototype` and more than 32 levels are 400; more than 10,000
 * members and list entries are 413.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const read = jsonReader(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (typeof bytes !== 'string' && holdsMoreThan(MAX_MEMBERS, bytes)) return done(tooManyMembers());
    const text = decodeUtf8(bytes);
    if (text === undefined) return done(malformed());
    if (text.trim() === '') return done(null, undefined);
    read(request, text, done);
  });
}

/** Reads JSON that is no body, with the same limits. */
export function jsonReader(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error');
  return (request: FastifyRequest, text: string, done: (error: Error | null, value?: unknown) => void): void =>
    void parse(request, text, (error, value) => {
      if (error !== null) done(malformed());
      else if (!isWithin(value, MAX_DEPTH))
        done(new HttpError(400, `The JSON body is nested deeper than ${MAX_DEPTH} levels.`));
      else done(null, value);
    });
}

function malformed(): HttpError {
  return new HttpError(400, 'The body is not valid JSON.');
}

function tooManyMembers(): HttpError {
  return new HttpError(413, `The JSON body has more than ${MAX_MEMBERS} members and list entries.`);
}

function isWithin(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0) return false;
  for (const member of Array.isArray(value) ? value : Object.values(value)) {
    if (typeof member === 'object' && !isWithin(member, levels - 1)) return false;
  }
  return true;
}
