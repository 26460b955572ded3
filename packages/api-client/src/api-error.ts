import type { ErrorCode, ErrorDetails } from '@tollgate/contract';

/** `refused` is a failure of a server without codes: `message` holds its sentence. */
export type ApiErrorCode = ErrorCode | 'refused';

/** A failed call. Show the sentence of `errors:<code>`; `message` is the server's own. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  readonly details: ErrorDetails;
  /** Id that an administrator can find in the server's log. Empty when no response came. */
  readonly requestId: string;
  /** HTTP status; 0 when no response came. */
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
