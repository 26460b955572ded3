import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('an empty environment is valid', () => {
  const config = readConfig({});
  expect(config).toMatchObject({ host: '0.0.0.0', port: 3000, drainSeconds: 30, trustedProxies: [] });
  expect(config.databaseUrl).toBeUndefined();
  expect(config.dataDir).toMatch(/^\/.*data$/);
});

test('all problems are listed at once, by the name of the variable', () => {
  const wrong = { PORT: 'eighty', DATABASE_URL: 'oracle://x', LOG_LEVEL: 'loud', DRAIN_SECONDS: '-1' };
  expect(() => readConfig(wrong)).toThrow(/PORT: .*\n.*DATABASE_URL: .*\n.*DRAIN_SECONDS: .*\n.*LOG_LEVEL: /);
});

test('lists and empty values are parsed', () => {
  const config = readConfig({ TRUSTED_PROXIES: '10.0.0.1, 172.16.0.0/12', TOLLGATE_KEY: '' });
  expect(config.trustedProxies).toEqual(['10.0.0.1', '172.16.0.0/12']);
  expect(config.key).toBeUndefined();
});

test('invalid networks are reported before the start', () => {
  const wrong = { TRUSTED_PROXIES: '10.0.0.1, everybody', SSRF_ALLOW: '10.0.0.0/99' };
  expect(() => readConfig(wrong)).toThrow(/TRUSTED_PROXIES: .*\n.*SSRF_ALLOW: /);
  expect(readConfig({ SSRF_ALLOW: '127.0.0.1/32:11434' }).ssrfAllow).toEqual(['127.0.0.1/32:11434']);
});

test('the settings of traces have the names and forms of OpenTelemetry', () => {
  const config = readConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20b, X-Team=core',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
  });
  expect(config).toMatchObject({
    traceUrl: 'http://collector:4318/v1/traces',
    traceHeaders: { 'x-key': 'a b', 'x-team': 'core' },
    traceRatio: 0.25,
    serviceName: 'tollgate',
  });
  expect(readConfig({}).traceUrl).toBeUndefined();
  const wrong = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318',
    OTEL_EXPORTER_OTLP_HEADERS: 'no pair',
    OTEL_TRACES_SAMPLER_ARG: '10',
  };
  expect(() => readConfig(wrong)).toThrow(/ENDPOINT: .*\n.*HEADERS: .*\n.*SAMPLER_ARG: /);
});

test('a log stream needs a key, and a log in SQL', () => {
  const stream = { LOG_STREAM_URL: 'https://s3.eu-central-1.amazonaws.com/bucket/logs' };
  const key = { LOG_STREAM_ACCESS_KEY_ID: 'id', LOG_STREAM_SECRET_ACCESS_KEY: 'secret' };
  expect(() => readConfig(stream)).toThrow('LOG_STREAM_SECRET_ACCESS_KEY');
  expect(readConfig({ ...stream, ...key }).logStream).toEqual({
    url: stream.LOG_STREAM_URL,
    region: 'us-east-1',
    keyId: 'id',
    secret: 'secret',
  });
  expect(readConfig({}).logStream).toBeUndefined();
  const clickhouse = { LOG_DATABASE_URL: 'clickhouse://127.0.0.1/logs' };
  expect(() => readConfig({ ...stream, ...key, ...clickhouse })).toThrow('ClickHouse');
});

test('ClickHouse may have the usage log, but not the ledger', () => {
  const url = 'clickhouses://tollgate:secret@logs.example.com/tollgate';
  expect(readConfig({ LOG_DATABASE_URL: url }).logDatabaseUrl).toBe(url);
  expect(() => readConfig({ DATABASE_URL: url })).toThrow('DATABASE_URL');
});
