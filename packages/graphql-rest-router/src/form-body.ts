import type { FastifyInstance } from 'fastify';
import { PlannedError } from './faults.ts';
import { decodeUtf8 } from './json-body.ts';
import { MAX_PARAMETERS, parseParameters } from './query-string.ts';

/**
 * Reads bodies of `application/x-www-form-urlencoded` like a query string. Only for routes that no cookie opens: any page
 * can make a browser send such a body with its cookies. Invalid UTF-8 and more than 1,000 parameters are 400; JSON is 415.
 */
export function readFormBodies(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (_request, given, done) => {
    const bytes = Buffer.from(given);
    const text = decodeUtf8(bytes);
    if (text === undefined || !isDecodable(bytes)) return done(new PlannedError(400, 'The body is not valid UTF-8.'));
    // curl and PHP name this type unless told otherwise. Read as a form, such a body would have one strange member and no effect.
    if (/^\s*[[{]/.test(text))
      return done(new PlannedError(415, 'The body is JSON: send it with the Content-Type application/json.'));
    const members = parseParameters(text);
    if (members === undefined)
      return done(new PlannedError(400, `The body has more than ${MAX_PARAMETERS} parameters.`));
    done(null, text === '' ? undefined : members);
  });
}

/** Whether its escapes are UTF-8, too; a percent sign that begins no escape stands for itself. */
const isDecodable = (bytes: Buffer): boolean => decodeUtf8(unescaped(bytes)) !== undefined;

/** In one pass: a pattern would find each of a million percent signs by itself. */
function unescaped(bytes: Buffer): Buffer {
  const plain = Buffer.alloc(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    const value = byte === 0x25 /* % */ ? digitOf(bytes[at + 1]) * 16 + digitOf(bytes[at + 2]) : Number.NaN;
    const isEscape = !Number.isNaN(value);
    plain[length] = isEscape ? value : byte;
    length += 1;
    if (isEscape) at += 2;
  }
  return plain.subarray(0, length);
}

function digitOf(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : Number.NaN;
}
