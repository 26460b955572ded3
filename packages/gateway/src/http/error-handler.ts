import type { ErrorCode } from '@tollgate/contract';
import { AmountTooLargeError } from '@tollgate/pricing/decimal';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findDatabaseGone, LogDatabaseGoneError } from '../core/database-gone.ts';
import { findDatabaseMoved } from '../core/database-moved.ts';
import { AppError } from '../core/errors.ts';
import { isStorageFull } from '../core/storage-full.ts';
import { errorMessage, readLanguage } from './language.ts';
import { REQUEST_ID_HEADER } from './request-id.ts';

/** Answers every failure of the console API in the envelope. Logs unexpected errors and sends `internal`. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const expected = toAppError(error);
    // The caller disconnected before its body was complete: no response can be read, and nothing failed here.
    const isAborted = error === request.raw.errored;
    if (!expected && !isAborted)
      request.log.error({ err: error, request_id: request.id }, 'A request failed unexpectedly');
    if (expected?.code === 'storage_full')
      request.log.error({ err: error, request_id: request.id }, 'There is no room left on the disk');
    if (expected?.code === 'database_moved')
      request.log.error({ err: error, request_id: request.id }, 'A change was refused');
    if (findDatabaseGone(error))
      request.log.error({ err: error, request_id: request.id }, 'The database cannot be reached');
    return fail(expected ?? new AppError('internal'), request, reply);
  });

  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0];
    const message = `Invalid URL (${request.method} ${path})`;
    const error = { message, type: 'invalid_request_error', param: '', code: '' };
    return reply.code(404).send({ error });
  });
}

/** For requests that the framework refuses before any route or hook, such as an undecodable address. */
export function failEarly(_: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.header(REQUEST_ID_HEADER, request.id);
  fail(new AppError('endpoint_not_found'), request, reply);
}

function fail(error: AppError, request: FastifyRequest, reply: FastifyReply) {
  const { code, details } = error;
  const language = readLanguage(request.headers['accept-language']);
  const retryAfter = details.retry_after ?? RETRY_SECONDS[code];
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  const sentence = errorMessage(code, details, language);
  const { failsInData } = request.routeOptions.config as { failsInData?: boolean };
  const inData = failsInData && error.status === 200; // access refusals keep the usual format
  const fields = inData ? { message: 'error', data: sentence } : { message: sentence };
  return reply.code(error.status).send({ success: false, ...fields, code, details, request_id: request.id });
}

function toAppError(error: FastifyError): AppError | undefined {
  if (error instanceof AppError) return error;
  if (error instanceof AmountTooLargeError) return new AppError('amount_too_large', {}, { cause: error });
  if (findDatabaseMoved(error)) return new AppError('database_moved', {}, { cause: error });
  const gone = findDatabaseGone(error);
  if (gone instanceof LogDatabaseGoneError) return new AppError('log_database_away', {}, { cause: error });
  if (gone) return new AppError('busy', {}, { cause: error });
  if (isStorageFull(error)) return new AppError('storage_full', {}, { cause: error });
  const code = fastifyCodes[error.code];
  return code && new AppError(code, {}, { cause: error });
}

/** Seconds to wait when the error names none. On a full disk an operator has to free space first. */
const RETRY_SECONDS: Partial<Record<ErrorCode, number>> = {
  rate_limited: 1,
  reads_busy: 1,
  busy: 5,
  log_database_away: 5,
  storage_full: 30,
  database_moved: 30,
};

const fastifyCodes: Record<string, ErrorCode | undefined> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'json_type_required',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_json',
  FST_ERR_CTP_EMPTY_TYPE: 'invalid_json',
};
