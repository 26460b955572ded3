import { BootError } from './boot-error.ts';

/** A bucket of S3 or of a server that speaks its interface, and a folder in it. */
export interface ObjectStore {
  /** `https://host/bucket/folder`: the bucket is the first segment. */
  readonly url: string;
  readonly region: string;
  readonly keyId: string;
  readonly secret: string;
}

interface Settings {
  readonly logDatabaseUrl?: string | undefined;
  readonly logStreamUrl?: string | undefined;
  readonly logStreamRegion: string;
  readonly logStreamKeyId?: string | undefined;
  readonly logStreamSecret?: string | undefined;
}

/** Where rows of the usage log are copied to. @throws {BootError} when a setting is missing */
export function toLogStream(settings: Settings): ObjectStore | undefined {
  const {
    logStreamUrl: url,
    logStreamRegion: region,
    logStreamKeyId: keyId,
    logStreamSecret: secret,
  } = settings;
  if (!url) return undefined;
  if (!keyId || !secret)
    throw new BootError(
      'LOG_STREAM_URL needs LOG_STREAM_ACCESS_KEY_ID and LOG_STREAM_SECRET_ACCESS_KEY too.',
    );
  if (settings.logDatabaseUrl?.startsWith('clickhouse'))
    throw new BootError(
      'Rows stream from a usage log in SQL. ClickHouse writes to S3 itself: unset LOG_STREAM_URL, and see docs/operating.md.',
    );
  return { url, region, keyId, secret };
}
