import { resolve } from 'node:path';
import type { Settings } from '@channel/settings';
import { root } from '../set-up/project.mjs';
import { dataDirOf } from './database.ts';
import { storedKey } from './environment.ts';

/** The settings with absolute folders, for commands that use folders themselves. */
export const absolute = (settings: Settings): Settings => ({
  ...settings,
  dataDir: dataDirOf(settings),
  mediaDir: resolve(root, settings.mediaDir),
  backupDir: settings.backupDir === null ? null : resolve(root, settings.backupDir),
});

/** The same with the key of the installation: that of the setting, or the generated one. */
export const withKey = (settings: Settings): Settings => ({
  ...absolute(settings),
  secretKey: settings.secretKey ?? storedKey(settings),
});
