import type { Settings } from '@channel/settings';
import { s3Storage } from './s3-storage.ts';
import { folderStorage, type Storage } from './storage.ts';

/** The storage of the settings: the bucket if one is named, else a folder, whose full disk is reported by `warn`. */
export const openStorage = (settings: Settings, warn?: (line: string) => void): Storage =>
  settings.s3Bucket ? s3Storage(settings, settings.s3Bucket) : folderStorage(settings.mediaDir, warn);
