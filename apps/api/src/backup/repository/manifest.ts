import { z } from 'zod';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const lsn = z.string().regex(/^[0-9A-F]+\/[0-9A-F]+$/);
const instant = z.iso.datetime();

/** The identity of a repository: the one cluster that it holds backups of. */
export const identitySchema = z.strictObject({
  format: z.literal(1),
  id: z.string().regex(/^[0-9a-f]{8}$/),
  systemIdentifier: z.string().regex(/^\d+$/),
  segmentSize: z.int().positive(),
  createdAt: instant,
});
export type RepositoryIdentity = z.infer<typeof identitySchema>;

/** What a base backup is; written last, so that a base backup without it does not exist. */
export const manifestSchema = z.strictObject({
  format: z.literal(1),
  /** Also the name of its folder. */
  id: z.string().regex(/^\d{8}T\d{9}Z$/),
  repository: z.string(),
  systemIdentifier: z.string(),
  /** Such as 180004. */
  serverVersion: z.int(),
  timeline: z.int().positive(),
  startLsn: lsn,
  endLsn: lsn,
  startedAt: instant,
  /** By the clock of the server: the earliest instant to which it can be restored. */
  endedAt: instant,
  seconds: z.number(),
  /** The version of this software, and the migrations of its database. */
  release: z.string(),
  migrations: z.array(z.string()).nullable(),
  database: z.string(),
  superuser: z.string(),
  /** Whether the cluster was the embedded one, whose passwords are in files. */
  isEmbedded: z.boolean(),
  /** Identifies SECRET_KEY without revealing it; null when the key was not known. */
  keyFingerprint: z.string().nullable(),
  /** The media files at that time. */
  media: z.strictObject({ entries: z.int(), chain: hash }),
  /** Bytes of the data directory before compression. */
  uncompressed: z.int(),
  files: z.array(z.strictObject({ name: z.string(), size: z.int(), sha256: hash })),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** How far the archive of a timeline has reached; written every few seconds. */
export const statusSchema = z.strictObject({
  timeline: z.int().positive(),
  lsn,
  /** By the clock of the server: every transaction that was committed before it is in the archive. */
  reachedAt: instant,
  /** The unfinished segment: its name, and the hash of its first bytes. Null between two segments. */
  partial: z.strictObject({ segment: z.string(), size: z.int().positive(), sha256: hash }).nullable(),
});
export type WalStatus = z.infer<typeof statusSchema>;
