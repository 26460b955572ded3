import { type ErrorCode, type ErrorDetails, errorStatus } from '@tollgate/contract';

/** An expected refusal of the console API. The user reads the sentence of `code`; `cause` is only logged. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, details: ErrorDetails = {}, options?: { cause?: unknown }) {
    super(code, options);
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return errorStatus[this.code] || 500;
  }
}
