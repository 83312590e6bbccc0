/**
 * Splits a list into pieces of at most `size` entries. Work that awaits after each piece does not block the event loop.
 */
export const inPieces = <Each>(list: readonly Each[], size: number): Each[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) => list.slice(index * size, (index + 1) * size));
