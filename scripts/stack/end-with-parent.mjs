// Loaded into a program that does not care who started it: when that process is gone, the program ends in its own order.
const PATIENCE = 15_000;

process.on('disconnect', () => {
  setTimeout(() => process.exit(1), PATIENCE).unref();
  process.kill(process.pid, 'SIGTERM');
});
// The channel alone is no reason to go on.
process.channel?.unref();
