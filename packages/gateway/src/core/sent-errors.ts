interface SentError {
  readonly name: string;
  readonly message: string;
  readonly code?: string | number;
}

/** The parts of an error that tell a full disk, a moved file, a busy database and a refused value apart. */
export function describeError(error: unknown): SentError {
  const { name = 'Error', message = String(error), code } = (error ?? {}) as Partial<SentError>;
  return { name, message, ...(code !== undefined && { code }) };
}

export function reviveError(sent: unknown): Error {
  const { name, message, code } = sent as SentError;
  const Kind = kinds[name] ?? Error;
  const error = new Kind(message);
  if (!(name in kinds)) error.name = name;
  return code === undefined ? error : Object.assign(error, { code });
}

const kinds: Record<string, ErrorConstructor> = { TypeError, RangeError, SyntaxError };
