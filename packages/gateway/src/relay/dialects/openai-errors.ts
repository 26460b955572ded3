import type { Failure } from '../errors.ts';

/** Formats errors for OpenAI's clients. */
export const openaiErrors = {
  formatError: (failure: Failure) => JSON.stringify(errorBody(failure)),
  formatStreamError: (failure: Failure) => `data: ${JSON.stringify(errorBody(failure))}\n\n`,
};

function errorBody({ message, param, code, limit, ...failure }: Failure) {
  return { error: { message, type: typeOf(failure), param, code, ...(limit && { limit }) } };
}

/** Providers that write errors in another form have no type, or Google's status. */
function typeOf({ type, status }: Pick<Failure, 'type' | 'status'>): string {
  const isOpenaiType = type !== '' && !/^[A-Z_]+$/.test(type);
  return isOpenaiType
    ? type
    : (types.get(status) ?? (status < 500 ? 'invalid_request_error' : 'server_error'));
}

const types: ReadonlyMap<number, string> = new Map([
  [401, 'authentication_error'],
  [403, 'permission_error'],
  [404, 'not_found_error'],
  [429, 'rate_limit_error'],
]);
