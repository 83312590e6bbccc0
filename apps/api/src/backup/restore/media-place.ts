import type { Manifest } from '../repository/manifest.ts';
import type { Repository } from '../repository/repository.ts';
import { type Bucket, putIntoBucket } from './media-into-bucket.ts';
import type { Target } from './plan.ts';
import { type MediaCounts, mediaAt, restoreMedia } from './restore-media.ts';

/** Where media files are restored to: a folder to create, a bucket, or nowhere. */
export type MediaPlace = { folder: string } | { bucket: Bucket } | null;

export type MediaOrigin = {
  repository: Repository;
  manifest: Manifest;
  target: Target;
  log: (message: string) => void;
};

/** Restores the media files alone. @returns their number and size */
export async function restoreMediaTo(
  place: MediaPlace,
  { repository, manifest, target, log }: MediaOrigin,
): Promise<MediaCounts> {
  if (place === null) return { files: 0, bytes: 0 };
  log(`Copying the media files${'bucket' in place ? ` into the bucket ${place.bucket.name}` : ''}`);
  const entries = await mediaAt(repository, manifest, target);
  return 'bucket' in place
    ? putIntoBucket(repository, entries, place.bucket, log)
    : restoreMedia(repository, entries, place.folder);
}
