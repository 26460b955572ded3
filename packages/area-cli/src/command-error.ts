/** Why a command could not do its work, in words for the person who typed it. */
export class CommandError extends Error {
  override name = 'CommandError';
  /** What the gateway found, one a line, where it refused a build. */
  readonly reasons: string;

  constructor(message?: string, { reasons = '', ...options }: ErrorOptions & { reasons?: string } = {}) {
    super(message, options);
    this.reasons = reasons;
  }
}
