/** Where loading an area ended: from its first request (`http`) to the drawing of its page (`render`). */
export type FailureClass =
  | 'http'
  | 'network'
  | 'timeout'
  | 'integrity'
  | 'evaluation'
  | 'contract'
  | 'chunk'
  | 'render';

/** Why one build of an area could not be shown. */
export interface LoadFailure {
  buildId: string;
  class: FailureClass;
  /** HTTP status when the class is `http`. */
  status?: number;
  detail: string;
}

/** The build exceeded its time limit. */
export class TimeLimitExceeded extends Error {
  override name = 'TimeLimitExceeded';
}

/** The build exposes no area of this contract version. */
export class ContractFailure extends Error {
  override name = 'ContractFailure';
}

/** The address of the file that did not arrive or has another hash, if an error is about one. */
export function lostFileOf(error: unknown): string | undefined {
  return (error as { lostFile?: string } | null)?.lostFile;
}

/** No build of the area could be loaded. */
export class AreaUnavailable extends Error {
  override name = 'AreaUnavailable';
  readonly failures: readonly LoadFailure[];

  /** @param cause what the last build threw */
  constructor(areaId: string, failures: readonly LoadFailure[], cause?: unknown) {
    super(`No build of the area ${areaId} could be loaded.`, { cause });
    this.failures = failures;
  }
}

/**
 * Classifies the failure of a load.
 * `status` is the browser's Resource Timing status of the entry, or of the lost file: 0 when no response came. A script with
 * status 200 that still did not load failed its integrity check; browsers give no other sign of it.
 */
export function classifyFailure(buildId: string, error: unknown, status: number): LoadFailure {
  // The cause is at the end of the runtime's message, after names, addresses and advice.
  const text = String(error);
  const failure = (name: FailureClass): LoadFailure => ({ buildId, class: name, detail: text.slice(0, 300) });
  if (error instanceof ContractFailure) return failure('contract');
  if (error instanceof TimeLimitExceeded) return failure('timeout');
  if (isChunkError(error)) return failure('chunk');
  if (!lostFileOf(error) && (!/RUNTIME-008/.test(text) || /ScriptExecutionError/.test(text)))
    return failure('evaluation');
  if (/timeout|timed out/i.test(text)) return failure('timeout');
  if (status >= 400) return { ...failure('http'), status };
  return failure(status === 0 ? 'network' : 'integrity');
}

/** Returns whether a failure may be transient. */
export function isPassing(failure: LoadFailure): boolean {
  return failure.class === 'network' || failure.class === 'chunk' || (failure.status ?? 0) >= 500;
}

/** The address of the script or stylesheet of a later view that did not load, if an error is about one. */
export function requestOf(error: unknown): string | undefined {
  const { request } = (error ?? {}) as { request?: unknown };
  return isChunkError(error) && typeof request === 'string' ? request : undefined;
}

/** A script or stylesheet of a later view did not load: the area's code is not the cause. */
export function isChunkError(error: unknown): boolean {
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown };
  return name === 'ChunkLoadError' || code === 'CSS_CHUNK_LOAD_FAILED';
}
