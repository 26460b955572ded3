/** The gateway cannot start, for a reason that the operator can mend. The message is printed as it is, without a stack. */
export class BootError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'BootError';
  }
}
