import { type Counter, type Histogram, Registry } from './registry.ts';

/** Models and channels that have series of their own; those that come later share one, `other`. */
const MOST_MODELS = 200;
export const MOST_CHANNELS = 200;

const CALL_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];
const FIRST_TOKEN_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60];

/** What calls count of themselves. One set for each gateway. */
export class RelayMetrics {
  readonly registry: Registry;
  readonly #calls: Counter;
  readonly #seconds: Histogram;
  readonly #firstToken: Histogram;
  readonly #tokens: Counter;
  readonly #quota: Counter;
  readonly #attempts: Counter;

  constructor(registry = new Registry()) {
    this.registry = registry;
    const model = { name: 'model', most: MOST_MODELS } as const;
    const channel = { name: 'channel', most: MOST_CHANNELS } as const;
    this.#calls = registry.counter(
      'tollgate_requests_total',
      'Calls, refused ones too, by format of the caller, endpoint and class of the status.',
      ...(['dialect', 'endpoint', 'status'] as const),
    );
    this.#seconds = registry.histogram(
      'tollgate_request_duration_seconds',
      'From the head of the request to the end of the response.',
      CALL_SECONDS,
      ...(['dialect', 'endpoint'] as const),
    );
    this.#firstToken = registry.histogram(
      'tollgate_time_to_first_token_seconds',
      'From the head of the request to the first byte of a streamed answer.',
      FIRST_TOKEN_SECONDS,
      model,
    );
    this.#tokens = registry.counter(
      'tollgate_tokens_total',
      'Charged tokens: input (cached ones are part of it), cached, output.',
      model,
      'kind',
    );
    this.#quota = registry.counter('tollgate_quota_total', 'Charged quota.', model);
    this.#attempts = registry.counter(
      'tollgate_attempts_total',
      'Requests to providers by channel and outcome: ok, the class of the status, or network.',
      channel,
      'outcome',
    );
  }

  /** A call that ended, whether it was served or refused. */
  ended(dialect: string, path: string, status: number, ms: number): void {
    const endpoint = endpointOf(path);
    this.#calls.add([dialect, endpoint, classOf(status)]);
    this.#seconds.observe([dialect, endpoint], ms / 1000);
  }

  /** A call that was charged: its row of the usage log says the same. */
  charged(model: string, usage: ChargedUsage): void {
    this.#tokens.add([model, 'input'], usage.input);
    this.#tokens.add([model, 'output'], usage.output);
    if (usage.cached > 0) this.#tokens.add([model, 'cached'], usage.cached);
    this.#quota.add([model], usage.quota);
    if (usage.firstTokenMs !== undefined) this.#firstToken.observe([model], usage.firstTokenMs / 1000);
  }

  /** A request to a provider. @param status 0 without a response */
  attempted(channelId: number, status: number): void {
    const outcome = status === 0 ? 'network' : status < 300 ? 'ok' : classOf(status);
    this.#attempts.add([String(channelId), outcome]);
  }
}

interface ChargedUsage {
  readonly input: number;
  readonly output: number;
  readonly cached: number;
  readonly quota: number;
  /** Only of streams. */
  readonly firstTokenMs?: number | undefined;
}

const classes = ['', '1xx', '2xx', '3xx', '4xx', '5xx'];

function classOf(status: number): string {
  return classes[Math.floor(status / 100)] ?? '5xx';
}

/** Beginnings of paths behind `/v1` and `/v1beta`. The set is closed: a path may have anything in it. */
const endpoints: readonly (readonly [RegExp, string])[] = [
  [/^\/(?:v1|pg)(?:beta\/openai)?\/chat\/completions/, 'chat'],
  [/^\/v1\/completions|^\/v1\/engines\/[^/]+\/completions/, 'completions'],
  [/^\/v1\/responses/, 'responses'],
  [/^\/v1\/messages/, 'messages'],
  [/:(?:embed|batchEmbed)|^\/v1\/(?:engines\/[^/]+\/)?embeddings/, 'embeddings'],
  [/:(?:stream)?[gG]enerateContent/, 'generate_content'],
  [/^\/v1\/images/, 'images'],
  [/^\/v1\/audio/, 'audio'],
  [/^\/v1\/moderations/, 'moderations'],
  [/^\/v1\/rerank/, 'rerank'],
  [/^\/v1\/realtime/, 'realtime'],
  [/^\/v1(?:beta)?\/models/, 'models'],
  [/^\/(?:mj|suno)|^\/[^/]+\/mj/, 'tasks'],
];

export function endpointOf(path: string): string {
  return endpoints.find(([pattern]) => pattern.test(path))?.[1] ?? 'other';
}
