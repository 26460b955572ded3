import type { Failure } from '../errors.ts';

/** Formats errors for OpenAI's clients. */
export const openaiErrors = {
  formatError: (failure: Failure) => JSON.stringify(errorBody(failure)),
  formatStreamError: (failure: Failure) => `data: ${JSON.stringify(errorBody(failure))}\n\n`,
};

function errorBody({ message, type, param, code }: Failure) {
  return { error: { message, type, param, code } };
}
