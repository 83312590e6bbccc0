import { Readable } from 'node:stream';
import { GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { Settings } from '@channel/settings';
import type { Storage } from './storage.ts';

/** A storage in a bucket of any S3-compatible store. Without a key pair the SDK looks where it usually does. */
export function s3Storage(settings: Settings, bucket: string): Storage {
  const { s3Endpoint, s3Region, s3AccessKeyId, s3SecretAccessKey } = settings;
  const client = new S3Client({
    region: s3Region,
    ...(s3Endpoint ? { endpoint: s3Endpoint, forcePathStyle: true } : {}),
    ...(s3AccessKeyId && s3SecretAccessKey
      ? { credentials: { accessKeyId: s3AccessKeyId, secretAccessKey: s3SecretAccessKey } }
      : {}),
    requestHandler: { connectionTimeout: 2_000, requestTimeout: 15_000 },
  });
  return {
    async put(key, bytes, contentType) {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes, ContentType: contentType }));
    },
    async get(key) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
        return Body instanceof Readable ? Body : null;
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },
  };
}
