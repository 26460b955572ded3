import { findChannelType } from '@tollgate/contract';
import * as z from 'zod/mini';
import { AppError } from '../../../core/errors.ts';
import type { SmallAnswer } from '../../../net/small-answer.ts';
import { normalizeBaseUrl } from '../destination/base-url.ts';
import { toConnectionError } from './connection-error.ts';

/** An account at a provider: address and credentials. */
export interface ProviderAccount {
  type: number;
  /** Empty: the provider's own. */
  base_url: string;
  other: string;
  key: string;
  /** URL of the channel's proxy with its password; empty: none. */
  proxy: string;
}

/** Without a slash at the end; empty where the type has no address of its own and the channel names none. */
export function baseOf({ type, base_url }: ProviderAccount): string {
  return normalizeBaseUrl(base_url.trim() || findChannelType(type)?.baseUrl || '');
}

export function bearer({ key }: ProviderAccount): Record<string, string> {
  return { authorization: `Bearer ${key}` };
}

/**
 * Returns the answer of a provider, or an error without the provider's message: it may contain the key, and
 * the author of the address must not read internal responses.
 *
 * @throws {AppError} `channel_upstream_status`, `channel_upstream_unreadable`, and those of `toConnectionError`
 */
export async function readAnswer(response: Promise<SmallAnswer>): Promise<unknown> {
  const { status, json } = await response.catch((cause: unknown) => {
    throw toConnectionError(cause);
  });
  if (status < 200 || status > 299) throw new AppError('channel_upstream_status', { status });
  if (json === undefined) throw new AppError('channel_upstream_unreadable');
  return json;
}

/** @throws {AppError} `channel_upstream_unreadable` */
export function parseAnswer<S extends z.ZodMiniType>(schema: S, answer: unknown): z.output<S> {
  const parsed = z.safeParse(schema, answer);
  if (!parsed.success) throw new AppError('channel_upstream_unreadable');
  return parsed.data as z.output<S>;
}
