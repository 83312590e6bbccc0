import type { DocumentNode } from 'graphql';
import type { YogaServerOptions } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';

/**
 * Total of all cached documents. A parsed character takes about 200 bytes; the console's documents have 31,000
 * together.
 */
const MAX_CHARACTERS = 250_000;

/**
 * Yoga's cache of parsed and validated documents: the last used ones, bounded by total size, not by number; no errors.
 */
export const keptDocuments = (): YogaServerOptions<object, object>['parserAndValidationCache'] => ({
  documentCache: new LRUCache<string, DocumentNode>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (_document, text) => text.length,
  }),
  errorCache: { get: () => undefined, set() {} },
});
