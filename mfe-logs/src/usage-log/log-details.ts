import type { LogEntry } from '@tollgate/contract';

/** The parts of a log row outside its columns. Absent when the row lacks them. */
export interface LogDetails {
  /** Milliseconds of the whole call, where the row has them. */
  durationMs?: number | undefined;
  /** Milliseconds until the first token of a stream. */
  firstTokenMs?: number | undefined;
  /** The upstream model, when the channel maps the name. */
  upstreamModel?: string | undefined;
  /** The requested model, when another one of its list served. */
  requestedModel?: string | undefined;
  reasoningEffort?: string | undefined;
  reasoningTokens: number;
  /** The upstream reported impossible counts; they were ignored. */
  isSuspect: boolean;
  /** Ids of the channels that were tried, in order. Only for admins. */
  triedChannels: string[];
  /** HTTP status and code of a failed call, also of one that was charged. */
  failure?: string | undefined;
  /** The sentence of a failed call or of an event in other languages than that of its actor, where it is the gateway's own. */
  messages: Readonly<Record<string, unknown>>;
  /** What was given back for a task or a background response that failed, in quota units. */
  refund?: { of: 'task' | 'response'; id: string; quota: number } | undefined;
  /** The gateway stopped while the call was running: its end is unknown. */
  isRecovered: boolean;
  /** Failed calls of the same second without a row. */
  leftOut: number;
}

/** Parses the JSON text of `other`. Leaves out missing or malformed parts: old and foreign rows stay readable. */
export function readDetails({ other }: LogEntry): LogDetails {
  const fields = parseObject(other);
  return {
    durationMs: readDuration(fields),
    firstTokenMs: count(fields.frt) || undefined,
    upstreamModel: fields.is_model_mapped === true ? text(fields.upstream_model_name) : undefined,
    requestedModel: text(fields.requested_model),
    reasoningEffort: text(fields.reasoning_effort),
    reasoningTokens: count(fields.reasoning_tokens),
    isSuspect: fields.usage_suspect === true,
    triedChannels: readTried(fields.admin_info),
    failure: readFailure(fields),
    messages: isObject(fields.messages) ? fields.messages : {},
    refund: readRefund(fields),
    isRecovered: fields.recovered === true,
    leftOut: count(fields.left_out),
  };
}

/** Zero for a call that was refused at once. */
function readDuration({ use_time_ms }: Fields): number | undefined {
  return typeof use_time_ms === 'number' && use_time_ms >= 0 ? use_time_ms : undefined;
}

function readTried(adminInfo: unknown): string[] {
  const tried = isObject(adminInfo) ? adminInfo.use_channel : undefined;
  return Array.isArray(tried) ? tried.map(String) : [];
}

function readRefund({ event, task_id, response_id, quota }: Fields): LogDetails['refund'] {
  if (typeof quota !== 'number') return undefined;
  if (event === 'task_refund') return { of: 'task', id: text(task_id) ?? '', quota };
  if (event === 'background_refund') return { of: 'response', id: text(response_id) ?? '', quota };
  return undefined;
}

function readFailure({ status_code, error_code }: Fields): string | undefined {
  return [count(status_code) || undefined, text(error_code)].filter(Boolean).join(' ') || undefined;
}

type Fields = Record<string, unknown>;

function parseObject(json: string): Fields {
  try {
    const value: unknown = JSON.parse(json);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function count(value: unknown): number {
  return typeof value === 'number' && value > 0 ? value : 0;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
