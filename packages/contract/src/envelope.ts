import type { ErrorCode, ErrorDetails } from './errors.ts';

/** Every answer of the console API. Business failures travel as HTTP 200 with `success: false` (the wire's custom). */
export type Envelope<T = unknown> = Success<T> | Failure;

export interface Success<T = unknown> {
  success: true;
  message: string;
  data?: T;
}

export interface Failure {
  success: false;
  /** One sentence in the language of `Accept-Language`. */
  message: string;
  /** Names the cause for programs; the console shows its own sentence for it. */
  code: ErrorCode;
  /** Values that the sentence mentions. Never secrets. */
  details: ErrorDetails;
  request_id: string;
}
