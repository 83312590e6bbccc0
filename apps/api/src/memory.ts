import { setFlagsFromString } from 'node:v8';

/*
 * Keeps the process small; to be imported before anything else, for it counts from then on. The bodies of answers are bytes
 * outside of the heap that are given back once they are sent, and what else a request makes is little and soon gone: the space
 * of young objects stays at 2 MB, where it would grow to many times that, and old ones are collected once they have grown by
 * three tenths, where it would be by twice as much as there is. docs/performance.md has what that saves.
 */
setFlagsFromString('--max-semi-space-size=2');
setFlagsFromString('--semi-space-growth-factor=1');
setFlagsFromString('--heap-growing-percent=30');
