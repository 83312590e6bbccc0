/**
 * The longest time that the event loop was held while work is done, in milliseconds that this thread worked: what else the
 * machine does is not counted. The system counts in steps of up to 4 ms.
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
  // What was still going on when the answer came belongs to it.
  await new Promise((resolve) => setImmediate(resolve));
  isOver = true;
  return longest;
}
