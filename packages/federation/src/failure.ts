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
  /** Status of the answer where the class is `http`. */
  status?: number;
  detail: string;
}

/** The build took longer than it may. */
export class TimeLimitExceeded extends Error {
  override name = 'TimeLimitExceeded';
}

/** What the build exposes is not an area of this generation. */
export class ContractFailure extends Error {
  override name = 'ContractFailure';
}

/** No build of the area could be loaded. */
export class AreaUnavailable extends Error {
  override name = 'AreaUnavailable';
  readonly failures: readonly LoadFailure[];

  constructor(areaId: string, failures: readonly LoadFailure[]) {
    super(`No build of the area ${areaId} could be loaded.`);
    this.failures = failures;
  }
}

/**
 * Names the failure of a load.
 * `entryStatus` is the browser's Resource Timing status of the entry: 0 when no answer came. A script that was answered
 * with 200 and yet could not be loaded was refused for its hash; browsers give no other sign of it.
 */
export function classifyFailure(buildId: string, error: unknown, entryStatus: number): LoadFailure {
  // What happened stands at the end of the runtime's message, behind names, addresses and advice.
  const text = String(error);
  const failure = (name: FailureClass): LoadFailure => ({ buildId, class: name, detail: text.slice(0, 300) });
  if (error instanceof ContractFailure) return failure('contract');
  if (error instanceof TimeLimitExceeded) return failure('timeout');
  if (isChunkError(error)) return failure('chunk');
  if (!/RUNTIME-008/.test(text) || /ScriptExecutionError/.test(text)) return failure('evaluation');
  if (/timeout|timed out/i.test(text)) return failure('timeout');
  if (entryStatus >= 400) return { ...failure('http'), status: entryStatus };
  return failure(entryStatus === 0 ? 'network' : 'integrity');
}

/** Failures that may pass by themselves within a moment. */
export function isPassing(failure: LoadFailure): boolean {
  return failure.class === 'network' || failure.class === 'chunk' || (failure.status ?? 0) >= 500;
}

/** A script or a stylesheet of a later view did not come: nothing that the code of the area could help. */
export function isChunkError(error: unknown): boolean {
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown };
  return name === 'ChunkLoadError' || code === 'CSS_CHUNK_LOAD_FAILED';
}
