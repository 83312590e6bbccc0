/*
 * `node deploy/healthy.mjs [ADDRESS]`: exits with 0 if the address answers with success, for health checks of containers. Without
 * an address: whether the API of this container answers.
 */
const LIMIT_MS = 2_000;
const address = process.argv[2] ?? `http://127.0.0.1:${process.env.API_PORT || 4000}/healthz`;
try {
  const { ok, status } = await fetch(address, { signal: AbortSignal.timeout(LIMIT_MS), redirect: 'manual' });
  if (!ok) throw new Error(`it answered ${status}`);
} catch (error) {
  console.error(`${address}: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
