/** Does work once its bytes fit in the budget, in order. What is larger than the budget is alone. */
export type ByteBudget = <T>(bytes: number, work: () => Promise<T>) => Promise<T>;

/** Bounds the sum of bytes that several tasks have in memory at once. */
export function byteBudget(limit: number): ByteBudget {
  let used = 0;
  const waiting: { bytes: number; start: () => void }[] = [];
  const admit = () => {
    for (let next = waiting[0]; next && (used === 0 || used + next.bytes <= limit); next = waiting[0]) {
      waiting.shift();
      used += next.bytes;
      next.start();
    }
  };
  return async (bytes, work) => {
    await new Promise<void>((start) => {
      waiting.push({ bytes, start });
      admit();
    });
    try {
      return await work();
    } finally {
      used -= bytes;
      admit();
    }
  };
}
