import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/*
 * Keeps the process small; applies to modules that are loaded after it. The bodies of answers are bytes outside of the
 * heap that are released once they are sent, and the other objects of a request are few and short-lived. So the old
 * generation is collected once it has grown by half, where it would grow to three times its size.
 */
setFlagsFromString('--heap-growing-percent=50');

/**
 * The maximum size of the young generation, in bytes. With 1 MB, its collections take a fifth of the processor time of small
 * answers; with V8's default the process is 100 MB larger. V8 reads its own limit only at the start of a process, so the
 * growth is ended after the collection that reached this one. V8 shrinks the generation when the process is idle.
 */
const YOUNG = 16 * 1_048_576;

const youngSize = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;

// Loading modules would let it grow to the limit of V8.
setFlagsFromString('--semi-space-growth-factor=1');
new PerformanceObserver(() => setFlagsFromString(`--semi-space-growth-factor=${youngSize() < YOUNG ? 2 : 1}`)).observe({
  type: 'gc',
});
