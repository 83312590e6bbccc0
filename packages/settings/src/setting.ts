import type { Kind } from './kinds.ts';
import type { OpenFactId } from './open-facts/index.ts';

/** One row of the table of settings. */
export type Setting<T> = {
  /** The environment variable. */
  name: string;
  kind: Kind<T>;
  /** The text of the environment variable; empty for an optional setting that is not set. */
  default: string;
  /** The effect of the setting, for an operator; with units. */
  about: string;
  /** The open facts of the specification that it changes. */
  facts?: readonly OpenFactId[];
};

/** Returns the value of a setting: from the environment, or the default while the table is listed. */
export type Read = <T>(setting: Setting<T>) => T;
