import { setFlagsFromString } from 'node:v8';

/*
 * Keeps the process small; to be imported before anything else, for it counts from then on. Nearly all that a request makes
 * is the text of its answer, soon gone, and too large for the space of young objects anyway: that stays at 2 MB, where it would
 * grow to many times that, and old objects are collected when they have grown by a fifth, not by half or more.
 */
setFlagsFromString('--max-semi-space-size=2');
setFlagsFromString('--semi-space-growth-factor=1');
setFlagsFromString('--heap-growing-percent=20');
