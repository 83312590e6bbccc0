/** A list in pieces of so many at most: work that waits after each lets others be heard. */
export const inPieces = <Each>(list: readonly Each[], size: number): Each[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) => list.slice(index * size, (index + 1) * size));
