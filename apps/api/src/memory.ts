import { setFlagsFromString } from 'node:v8';

/*
 * Keeps the process small; counts for what is loaded after it. The bodies of answers are bytes outside of the heap that are
 * given back once they are sent, and what else a request makes is little and soon gone: the space of young objects stays at
 * the 1 MB that it begins with, where it would grow to 16, and old ones are collected once they have grown by half, where it
 * would be by twice as much as there is. docs/performance.md has what that saves.
 */
setFlagsFromString('--semi-space-growth-factor=1');
setFlagsFromString('--heap-growing-percent=50');
