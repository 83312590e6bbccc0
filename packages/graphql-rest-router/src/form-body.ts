import type { FastifyInstance } from 'fastify';
import { HttpError } from './http-errors.ts';
import { MAX_PARAMETERS, parseParameters } from './query-string.ts';
import { decodeUtf8, isDecodable } from './utf8.ts';

/**
 * Reads bodies of `application/x-www-form-urlencoded` like a query string. Only for routes without cookie
 * authentication: any page can make a browser send such a body with its cookies. Invalid UTF-8 and more than 1,000
 * parameters are 400; JSON is 415.
 */
export function readFormBodies(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (_request, given, done) => {
    const bytes = Buffer.from(given);
    const text = decodeUtf8(bytes);
    if (text === undefined || !isDecodable(bytes)) return done(new HttpError(400, 'The body is not valid UTF-8.'));
    // curl and PHP send this type by default. Read as a form, a JSON body would be one strange member without effect.
    if (/^\s*[[{]/.test(text))
      return done(new HttpError(415, 'The body is JSON: send it with the Content-Type application/json.'));
    const members = parseParameters(text);
    if (members === undefined) return done(new HttpError(400, `The body has more than ${MAX_PARAMETERS} parameters.`));
    done(null, text === '' ? undefined : members);
  });
}
