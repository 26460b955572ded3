import type { ClickHouseClient } from '@clickhouse/client';

/** `limitMs` bounds requests that are silent; 0 is no limit. */
export interface ClickhouseServer {
  readonly client: ClickHouseClient;
  limitMs: number;
}

/**
 * Loads the official client on first use. `clickhouse://user:password@host:8123/database` is HTTP,
 * `clickhouses://` and `?secure=true` are HTTPS.
 */
export async function openClickhouse(url: string, connections: number): Promise<ClickhouseServer> {
  const { createClient, ClickHouseLogLevel } = await import('@clickhouse/client');
  const { protocol, hostname, port, username, password, pathname, searchParams } = new URL(url);
  const isSecure = protocol === 'clickhouses:' || searchParams.get('secure') === 'true';
  const client = createClient({
    url: `${isSecure ? 'https' : 'http'}://${hostname}:${port || (isSecure ? 8443 : 8123)}`,
    username: decodeURIComponent(username) || 'default',
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)) || 'default',
    application: 'tollgate',
    max_open_connections: connections,
    // The limit of each request is the one of its caller; this is for a caller without one.
    request_timeout: MOST_MS,
    // A list of a thousand ids does not fit into an address.
    use_multipart_params_auto: true,
    log: { level: ClickHouseLogLevel.OFF },
    clickhouse_settings: SETTINGS,
  });
  return { client, limitMs: 0 };
}

const MOST_MS = 3_600_000;

const SETTINGS = {
  // A row that was written twice is one row in every answer, whether its parts are merged yet or not.
  final: 1,
  do_not_merge_across_partitions_select_final: 1,
  // `sum(quota) as quota … where quota` means the column, as in the other databases.
  prefer_column_name_to_alias: 1,
  output_format_json_quote_64bit_integers: 0,
  // Rows of several gateways become one part. The answer waits until they are stored.
  async_insert: 1,
  wait_for_async_insert: 1,
  // A statement ends when its requester leaves.
  cancel_http_readonly_queries_on_client_close: 1,
  // Rows of an import or of an outage may be of any week.
  max_partitions_per_insert_block: '0',
} as const;
