/** A reason not to start that the operator can fix. The message is printed as it is, without a stack. */
export class BootError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'BootError';
  }
}
