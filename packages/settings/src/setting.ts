import type { Kind } from './kinds.ts';
import type { OpenFactId } from './open-facts/index.ts';

/** One row of the table of settings. */
export type Setting<T> = {
  /** The environment variable. */
  name: string;
  kind: Kind<T>;
  /** As it would be written in the environment; empty for an optional setting: not set. */
  default: string;
  /** What it changes, for an operator; with units. */
  about: string;
  /** The open facts of the specification that it decides. */
  facts?: readonly OpenFactId[];
};

/** Answers the value of a setting: from the environment, or while the table is listed from the defaults. */
export type Read = <T>(setting: Setting<T>) => T;
