import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Settings } from '@channel/settings';
import { checkBeginning, isContentKey, type Storage } from './storage.ts';

/** Attempts of a conditional write while another one of the same key is under way, and milliseconds between them. */
const [ATTEMPTS, PAUSE] = [5, 200];

/**
 * A storage in a bucket of any S3-compatible store. Without a key pair the SDK uses its default credential providers.
 * The SDK is loaded on first use, because it takes 15 MB, which most programs never need.
 */
export function s3Storage(settings: Settings, bucket: string): Storage {
  const { s3Endpoint, s3Region, s3AccessKeyId, s3SecretAccessKey } = settings;
  const open = async () => {
    const sdk = await import('@aws-sdk/client-s3');
    const client = new sdk.S3Client({
      region: s3Region,
      ...(s3Endpoint ? { endpoint: s3Endpoint, forcePathStyle: true } : {}),
      ...(s3AccessKeyId && s3SecretAccessKey
        ? { credentials: { accessKeyId: s3AccessKeyId, secretAccessKey: s3SecretAccessKey } }
        : {}),
      requestHandler: { connectionTimeout: 2_000, requestTimeout: 15_000, throwOnRequestTimeout: true },
    });
    return { ...sdk, client };
  };
  let opened: ReturnType<typeof open> | undefined;
  const sdk = () => {
    opened ??= open();
    return opened;
  };
  return {
    async put(key, bytes, contentType) {
      const { client, PutObjectCommand } = await sdk();
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes, ContentType: contentType }));
    },
    async putNew(key, bytes, contentType) {
      const { client, PutObjectCommand } = await sdk();
      const object = { Bucket: bucket, Key: key, Body: bytes, ContentType: contentType };
      for (let attempt = 1; ; attempt += 1) {
        try {
          await client.send(new PutObjectCommand({ ...object, IfNoneMatch: '*' }));
          return true;
        } catch (error) {
          const name = error instanceof Error ? error.name : '';
          if (name === 'PreconditionFailed') return false;
          if (name === 'ConditionalRequestConflict' && attempt < ATTEMPTS) {
            // The other write may fail: only its end says whether the key has a content.
            await sleep(PAUSE);
            continue;
          }
          // Some stores have no conditional writes. Their callers have looked for the key.
          if (name !== 'NotImplemented') throw error;
          await client.send(new PutObjectCommand(object));
          return true;
        }
      }
    },
    async get(key) {
      const { client, GetObjectCommand, NoSuchKey } = await sdk();
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
        return Body instanceof Readable ? Body : null;
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },
    async removeAll(beginning) {
      checkBeginning(beginning);
      const { client, DeleteObjectCommand, ListObjectsV2Command } = await sdk();
      for (let removed = 0; ; ) {
        const { Contents = [], IsTruncated } = await client.send(
          new ListObjectsV2Command({ Bucket: bucket, Prefix: beginning, MaxKeys: 1_000 }),
        );
        for (const { Key } of Contents) await client.send(new DeleteObjectCommand({ Bucket: bucket, Key }));
        removed += Contents.length;
        if (!IsTruncated) return removed;
      }
    },
    async *list() {
      const { client, ListObjectsV2Command } = await sdk();
      for (let after: string | undefined; ; ) {
        const page = await client.send(new ListObjectsV2Command({ Bucket: bucket, ContinuationToken: after }));
        for (const { Key, Size, LastModified } of page.Contents ?? [])
          if (Key && LastModified && isContentKey(Key)) yield { key: Key, size: Size ?? 0, modifiedAt: LastModified };
        if (!page.IsTruncated) return;
        const { NextContinuationToken: next } = page;
        // Without this a store that repeats a page would never end, and one that names no next page would lose files.
        if (!next || next === after) throw new Error(`The list of the bucket ${bucket} does not advance`);
        after = next;
      }
    },
  };
}
