import type { Settings } from '@channel/settings';
import type { PersistedOperation } from 'graphql-rest-router';

/** The dependencies of the v1 route tables. */
export type V1 = {
  /** The persisted operation with this name. */
  operation: (name: string) => PersistedOperation;
  settings: Settings;
};
