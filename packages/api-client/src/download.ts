import type { FileEndpoint, Input } from '@tollgate/contract';
import { ApiError } from './api-error.ts';
import { readRefusal, send } from './call.ts';
import { toRequest } from './request.ts';

/** A file with the gateway's name for it, ready to be saved. */
export interface DownloadedFile {
  name: string;
  content: Blob;
}

/**
 * Fetches a file. A plain link cannot send the header that identifies the user. The browser keeps large files
 * on disk, not in memory.
 *
 * @throws {ApiError} for every failure, `network` also for a truncated file
 * @throws the reason of `signal` when the caller aborted
 */
export async function download<E extends FileEndpoint>(
  endpoint: E,
  input: Input<E>,
  { signal }: { signal?: AbortSignal } = {},
): Promise<DownloadedFile> {
  const { url, init } = toRequest(endpoint, input);
  const response = await send(url, { ...init, ...(signal && { signal }) });
  const disposition = response.headers.get('content-disposition');
  if (!response.ok || !disposition) throw await readRefusal(response);
  const name = /filename="([^"]+)"/.exec(disposition)?.[1] ?? 'export';
  try {
    return { name, content: await response.blob() };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError('network');
  }
}
