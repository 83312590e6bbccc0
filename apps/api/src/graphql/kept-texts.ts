import { LRUCache } from 'lru-cache';
import { idOf } from './manifest.ts';
import { MAX_CHARACTERS } from './syntax.ts';

const MAX_TEXTS = 1_000;
/** Total of all kept texts. A character takes one or two bytes. */
const MAX_TOTAL_CHARACTERS = 1_000_000;

/** The texts that clients have sent with their hash (Automatic Persisted Queries), by their ids. */
export type KeptTexts = {
  get(id: string): string | undefined;
  /**
   * Keeps a text until others need its place. A text that no request may send, because it is too long, is not kept.
   *
   * @returns whether the text has this id
   */
  keep(id: string, text: string): boolean;
};

/**
 * Keeps the last used texts of this process, bounded by number and by total size. An id is computed from the text, so
 * that nobody can replace the text of somebody else; a text that was evicted is sent again by its client.
 */
export function keptTexts(): KeptTexts {
  const texts = new LRUCache<string, string>({
    max: MAX_TEXTS,
    maxSize: MAX_TOTAL_CHARACTERS,
    sizeCalculation: (text, id) => text.length + id.length,
  });
  return {
    get: (id) => texts.get(id),
    keep(id, text) {
      if (id !== idOf(text)) return false;
      if (text.length <= MAX_CHARACTERS) texts.set(id, text);
      return true;
    },
  };
}
