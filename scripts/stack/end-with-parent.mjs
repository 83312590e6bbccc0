// Loaded into every program of the stack: when the process that started it is gone, it ends, too, in its own good order.
const PATIENCE = 15_000;

process.on('disconnect', () => {
  setTimeout(() => process.exit(1), PATIENCE).unref();
  process.kill(process.pid, 'SIGTERM');
});
// The channel alone is no reason to go on.
process.channel?.unref();
