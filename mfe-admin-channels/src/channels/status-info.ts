import type { Channel } from '@tollgate/contract';

/** Why and when (unix seconds) the gateway disabled a channel. */
export interface StatusInfo {
  reason?: string;
  at?: number;
}

/** Parses `other_info`, JSON such as `{"status_reason":"…","status_time":1772355900}` or empty. */
export function readStatusInfo({ other_info }: Pick<Channel, 'other_info'>): StatusInfo {
  const { status_reason, status_time } = parse(other_info);
  return {
    ...(typeof status_reason === 'string' && status_reason && { reason: status_reason }),
    ...(typeof status_time === 'number' && status_time > 0 && { at: status_time }),
  };
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
