import type { DocumentNode } from 'graphql';
import type { YogaServerOptions } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';

/** Of all documents that are kept. Each takes some 200 bytes where it is parsed; the console's have 31,000 together. */
const MAX_CHARACTERS = 250_000;

/** What Yoga keeps of parsed and validated documents: those that were used last, by their size and not by their number; no errors. */
export const keptDocuments = (): YogaServerOptions<object, object>['parserAndValidationCache'] => ({
  documentCache: new LRUCache<string, DocumentNode>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (_document, text) => text.length,
  }),
  errorCache: { get: () => undefined, set() {} },
});
