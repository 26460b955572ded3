import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import * as z from 'zod';
import { BootError } from './core/boot-error.ts';
import { type ObjectStore, toLogStream } from './core/log-stream-settings.ts';
import { parseAllowList } from './net/addresses.ts';

/** The settings of the process. All are optional environment variables, and only this file reads them. */
export type Config = Readonly<z.output<typeof schema>> & { readonly logStream?: ObjectStore | undefined };

/** @throws {BootError} that lists every problem at once */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const sent = Object.fromEntries(
    Object.entries(names).map(([field, name]) => [field, environment[name] || undefined]),
  );
  const parsed = schema.safeParse(sent);
  if (!parsed.success) throw new BootError(problems(parsed.error));

  return { ...parsed.data, dataDir: resolve(parsed.data.dataDir), logStream: toLogStream(parsed.data) };
}

function problems({ issues }: z.ZodError): string {
  const lines = issues.map(({ path, message }) => {
    const [field] = path as (keyof typeof names)[];
    return `  ${field ? names[field] : ''}: ${message}`;
  });
  return ['These settings of the environment are not right:', ...lines].join('\n');
}

function isEvery(isRight: (entry: string) => boolean) {
  return (entries: string[]) => entries.every(isRight);
}

function isRange(entry: string): boolean {
  return ipaddr.isValid(entry) || ipaddr.isValidCIDR(entry);
}

function isOrigin(entry: string): boolean {
  if (!URL.canParse(entry) || entry.includes('*')) return false;
  const { origin, protocol } = new URL(entry);
  return origin === entry && /^https?:$/.test(protocol);
}

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === '';
}

/** Values are encoded as in URLs. */
function toHeaders(text: string): Record<string, string> {
  const pairs = text.split(',').map((pair) => /^\s*([^=\s]+)\s*=(.*)$/.exec(pair) ?? []);
  return Object.fromEntries(
    pairs.map(([, name = '', value = '']) => [name.toLowerCase(), decoded(value.trim())]),
  );
}

function areHeaders(headers: Record<string, string>): boolean {
  return Object.entries(headers).every(
    ([name, value]) => /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\x20-\x7e]+$/.test(value),
  );
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function isKeyList(text: string): boolean {
  const keys = text.split(/[\s,]+/).filter(Boolean);
  return keys.length > 0 && keys.every((key) => Buffer.from(key, 'base64').length === 32);
}

function isAllowEntry(entry: string): boolean {
  try {
    parseAllowList([entry]);
    return true;
  } catch {
    return false;
  }
}

const names = {
  host: 'HOST',
  port: 'PORT',
  workers: 'WORKERS',
  dataDir: 'DATA_DIR',
  databaseUrl: 'DATABASE_URL',
  logDatabaseUrl: 'LOG_DATABASE_URL',
  keyFile: 'TOLLGATE_KEY_FILE',
  key: 'TOLLGATE_KEY',
  trustedProxies: 'TRUSTED_PROXIES',
  ssrfAllow: 'SSRF_ALLOW',
  drainSeconds: 'DRAIN_SECONDS',
  drainListenSeconds: 'DRAIN_LISTEN_SECONDS',
  connectionsPerAddress: 'CONNECTIONS_PER_ADDRESS',
  realtimeSessions: 'REALTIME_SESSIONS',
  realtimeSessionsPerUser: 'REALTIME_SESSIONS_PER_USER',
  logLevel: 'LOG_LEVEL',
  metricsToken: 'METRICS_TOKEN',
  traceUrl: 'OTEL_EXPORTER_OTLP_ENDPOINT',
  traceHeaders: 'OTEL_EXPORTER_OTLP_HEADERS',
  traceRatio: 'OTEL_TRACES_SAMPLER_ARG',
  serviceName: 'OTEL_SERVICE_NAME',
  logStreamUrl: 'LOG_STREAM_URL',
  logStreamRegion: 'LOG_STREAM_REGION',
  logStreamKeyId: 'LOG_STREAM_ACCESS_KEY_ID',
  logStreamSecret: 'LOG_STREAM_SECRET_ACCESS_KEY',
  apiRateLimit: 'GLOBAL_API_RATE_LIMIT',
  criticalRateLimit: 'CRITICAL_RATE_LIMIT',
  accountRateLimit: 'ACCOUNT_API_RATE_LIMIT',
  redisUrl: 'REDIS_URL',
  generateDefaultToken: 'GENERATE_DEFAULT_TOKEN',
  channelTestMinutes: 'CHANNEL_TEST_FREQUENCY',
  channelBalanceMinutes: 'CHANNEL_UPDATE_FREQUENCY',
  consoleDir: 'CONSOLE_DIR',
  areaOverrides: 'AREA_OVERRIDES',
  consoleOrigins: 'CONSOLE_ORIGINS',
  areaMirror: 'AREA_MIRROR',
} as const;

const integer = (minimum: number, maximum: number) =>
  z.coerce
    .number(`must be a whole number from ${minimum} to ${maximum}`)
    .int(`must be a whole number from ${minimum} to ${maximum}`)
    .min(minimum, `must be at least ${minimum}`)
    .max(maximum, `must be at most ${maximum}`);

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean),
);

const databaseUrl = z
  .string()
  .regex(
    /^(sqlite:|postgres(ql)?:\/\/|mysql:\/\/|mariadb:\/\/)/,
    'must start with sqlite:, postgres:// or mysql://',
  );

/** Rows of the usage log may be on an engine for analysis; the ledger never is. */
const logDatabaseUrl = z
  .string()
  .regex(
    /^(sqlite:|postgres(ql)?:\/\/|mysql:\/\/|mariadb:\/\/|clickhouses?:\/\/)/,
    'must start with sqlite:, postgres://, mysql:// or clickhouse://',
  );

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const schema = z.object({
  host: z.string().default('0.0.0.0'),
  /** 0 lets the system choose a free one. */
  port: integer(0, 65_535).default(3000),
  /** Processes that relay calls. Default: one less than the machine has cores. */
  workers: integer(1, 128).optional(),
  dataDir: z.string().default('./data'),
  /** Default: SQLite in the data folder. */
  databaseUrl: databaseUrl.optional(),
  /** The database of the usage logs if it is a separate one. */
  logDatabaseUrl: logDatabaseUrl.optional(),
  /** A file with the master key, or the key itself: 32 bytes in base64. Several during a rotation. */
  keyFile: z.string().optional(),
  key: z
    .string()
    .refine(isKeyList, 'must be 32 bytes in base64; make one with: openssl rand -base64 32')
    .optional(),
  /** Addresses or CIDR ranges whose X-Forwarded-For is trusted. */
  trustedProxies: list.refine(isEvery(isRange), 'must be addresses or CIDR ranges').default([]),
  /** Private CIDR or CIDR:port that channels may reach. */
  ssrfAllow: list.refine(isEvery(isAllowEntry), 'must be CIDR ranges or host:port').default([]),
  drainSeconds: integer(0, 3600).default(30),
  /** The first part of it: the port still answers, with 503, until load balancers have noticed. */
  drainListenSeconds: integer(0, 3600).default(5),
  /** A server that calls for many users needs more. */
  connectionsPerAddress: integer(1, 1_000_000).default(100),
  /** Maximum of open sessions, in total and for one user. */
  realtimeSessions: integer(0, 1_000_000).default(500),
  realtimeSessionsPerUser: integer(0, 1_000_000).default(10),
  logLevel: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  /** What a collector on another machine sends as `Authorization: Bearer …` to read `/metrics`. */
  metricsToken: z.string().min(16, 'must have at least 16 characters').optional(),
  /** Where traces go; unset: there are none. The names are those of OpenTelemetry's own libraries. */
  traceUrl: z
    .string()
    .refine(isWebAddress, 'must be a URL such as http://collector:4318')
    .transform((text) => `${text.replace(/\/+$/, '')}/v1/traces`)
    .optional(),
  traceHeaders: z
    .string()
    .transform(toHeaders)
    .refine(areHeaders, 'must be a list such as name=value,name=value')
    .default({}),
  /** The share of calls that are recorded, of those whose callers have not decided it. */
  traceRatio: z.coerce
    .number('must be a number from 0 to 1')
    .min(0, 'must be a number from 0 to 1')
    .max(1, 'must be a number from 0 to 1')
    .default(0.1),
  serviceName: z.string().default('tollgate'),
  /** Where rows of the usage log are copied to: `https://host/bucket/folder` of S3 or of a server like it. */
  logStreamUrl: z
    .string()
    .refine(isWebAddress, 'must be a URL such as https://s3.eu-central-1.amazonaws.com/bucket/logs')
    .optional(),
  logStreamRegion: z.string().default('us-east-1'),
  logStreamKeyId: z.string().optional(),
  logStreamSecret: z.string().optional(),
  /** Console requests per address in 180 seconds without a session, with one ten times as many; 0 switches the limit off. */
  apiRateLimit: integer(0, 1_000_000).default(180),
  /** Password and code tries per address in 20 minutes; 0 switches the limit off. */
  criticalRateLimit: integer(0, 1_000_000).default(20),
  /** Console requests per account in 180 seconds from all addresses; 0 switches the limit off. */
  accountRateLimit: integer(0, 1_000_000).default(1800),
  /** The Redis in which several gateways count limits together. Without it each counts its own. */
  redisUrl: z
    .string()
    .regex(/^rediss?:\/\//, 'must start with redis:// or rediss://')
    .optional(),
  /** Whether a new account gets a token. */
  generateDefaultToken: z
    .enum(['true', 'false'], 'must be true or false')
    .transform((text) => text === 'true')
    .default(false),
  /** Minutes between two tests of all channels; 0: only when an admin starts one. */
  channelTestMinutes: integer(0, 525_600).default(0),
  /** The same for their balances. */
  channelBalanceMinutes: integer(0, 525_600).default(0),
  /** The parent folder of the built shell and areas. Default: the product's folder. */
  consoleDir: z.string().optional(),
  /** Origins of consoles that are served elsewhere and call this gateway. */
  consoleOrigins: list
    .refine(isEvery(isOrigin), 'must be origins such as https://console.example')
    .default([]),
  /** The origin of a mirror of `/assets/areas/`, from which browsers fetch the files of areas. */
  areaMirror: z.string().refine(isOrigin, 'must be an origin such as https://cdn.example').optional(),
  /** Whether administrators may load an area from a development server into their own session. */
  areaOverrides: z
    .enum(['true', 'false'], 'must be true or false')
    .transform((text) => text === 'true')
    .default(false),
});
