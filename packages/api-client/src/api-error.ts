import type { ErrorCode, ErrorDetails } from '@tollgate/contract';

/** `refused` is a failure of a server that names no codes: `message` holds its own words. */
export type ApiErrorCode = ErrorCode | 'refused';

/** A call that did not succeed. Show the sentence of `errors:<code>`; `message` is the server's own. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  readonly details: ErrorDetails;
  /** What an administrator can look up in the server's log. Empty when no answer came. */
  readonly requestId: string;
  /** HTTP status; 0 when no answer came. */
  readonly status: number;

  constructor(code: ApiErrorCode, { details = {}, message = '', requestId = '', status = 0 }: Parts = {}) {
    super(message || code);
    this.name = 'ApiError';
    this.code = code;
    this.details = details;
    this.requestId = requestId;
    this.status = status;
  }
}

interface Parts {
  details?: ErrorDetails | undefined;
  message?: string | undefined;
  requestId?: string | undefined;
  status?: number | undefined;
}
