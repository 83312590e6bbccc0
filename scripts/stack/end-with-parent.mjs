// Preloaded into a program that does not watch its parent: when the parent process is gone, the program ends
// gracefully.
const TIMEOUT = 15_000;

process.on('disconnect', () => {
  setTimeout(() => process.exit(1), TIMEOUT).unref();
  process.kill(process.pid, 'SIGTERM');
});
// The channel alone must not keep the process running.
process.channel?.unref();
