import { setFlagsFromString } from 'node:v8';

/*
 * Keeps the process small; applies to modules that are loaded after it. The bodies of answers are bytes outside of the
 * heap that are released once they are sent, and the other objects of a request are few and short-lived. So the young
 * generation stays at its initial 1 MB, where it would grow to 16 MB, and the old generation is collected once it has
 * grown by half, where it would grow to three times its size. docs/performance.md has the savings.
 */
setFlagsFromString('--semi-space-growth-factor=1');
setFlagsFromString('--heap-growing-percent=50');
