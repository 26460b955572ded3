import type { ErrorCode, ErrorDetails } from './errors.ts';

/** Every response of the console API. Business failures are HTTP 200 with `success: false`, as in new-api. */
export type Envelope<T = unknown> = Success<T> | Failure;

/** `data` is absent when the endpoint returns nothing. */
export interface Success<T = unknown> {
  success: true;
  message: string;
  data?: T;
}

/** What was refused, and why. */
export interface Failure {
  success: false;
  /** One sentence in the language of `Accept-Language`. */
  message: string;
  /** Names the cause for programs; the console shows its own sentence for each code. */
  code: ErrorCode;
  /** Values for the sentence. Never secrets. */
  details: ErrorDetails;
  request_id: string;
}
