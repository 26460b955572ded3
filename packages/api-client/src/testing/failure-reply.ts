import { type ErrorCode, type ErrorDetails, errorStatus } from '@tollgate/contract';

/** A failure that a fake endpoint returns. */
export interface FailureReply {
  code: ErrorCode;
  details?: ErrorDetails;
  message?: string;
}

export function isFailureReply(reply: unknown): reply is FailureReply {
  if (typeof reply !== 'object' || reply === null || !('code' in reply)) return false;
  return typeof reply.code === 'string' && Object.hasOwn(errorStatus, reply.code);
}
