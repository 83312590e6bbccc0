import { setFlagsFromString } from 'node:v8';

/*
 * Keeps the process small; to be imported before anything else, for it counts from then on. The bodies of answers are bytes
 * outside of the heap, and what else a request makes is little and soon gone: the space of young objects stays at 2 MB, where
 * it would grow to many times that. What collecting old objects more often would save and cost: docs/performance.md.
 */
setFlagsFromString('--max-semi-space-size=2');
setFlagsFromString('--semi-space-growth-factor=1');
