/**
 * Waits for the event loop's next task. Work that waits for it does not lengthen the current task, and several of them get
 * a task each.
 */
export const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
