/**
 * The longest time in milliseconds for which the event loop was blocked during the work. It counts the processor time
 * of this thread, not other work of the machine. The system counts in steps of up to 4 ms.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isOver = false;
  let before = process.threadCpuUsage();
  const turn = () => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1_000);
    before = process.threadCpuUsage();
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  // Work that is still running when the answer arrives is included.
  await new Promise((resolve) => setImmediate(resolve));
  isOver = true;
  return longest;
}
