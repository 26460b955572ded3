import { type LogEntry, LogType } from '@tollgate/contract';

const FIRST_ERROR = 400;

/** Whether the caller got an error: instead of an answer, or instead of the end of one that was charged. */
export function isFailedCall(entry: LogEntry): boolean {
  return entry.type === LogType.error || isChargedFailure(entry);
}

/** Whether the answer broke off and was charged for what came. */
export function isChargedFailure({ type, status }: Pick<LogEntry, 'type' | 'status'>): boolean {
  return type === LogType.consumption && status >= FIRST_ERROR;
}
