import type { FastifyInstance, FastifyRequest } from 'fastify';
import { jsonReader } from 'graphql-rest-router';

/** Members of a request whose values in an address are JSON. */
const JSON_MEMBERS = ['variables', 'extensions'];

/**
 * Makes a function that reads an operation from the address of a request by GET: its document by name, and its variables
 * (GraphQL over HTTP). Texts are sent by POST.
 *
 * @returns the same as a body, or undefined for an address that names no document
 * @throws {HttpError} 400 for invalid JSON
 */
export function queryInAddress(app: FastifyInstance): (request: FastifyRequest) => Record<string, unknown> | undefined {
  const read = jsonReader(app);
  return (request) => {
    const members = Object.fromEntries(new URL(request.url, 'http://localhost').searchParams);
    if (!('documentId' in members || 'extensions' in members) || 'query' in members) return undefined;
    return Object.fromEntries(
      Object.entries(members).map(([name, text]) => {
        let value: unknown = text;
        if (JSON_MEMBERS.includes(name))
          read(request, text, (error, json) => {
            if (error) throw error;
            value = json;
          });
        return [name, value];
      }),
    );
  };
}
