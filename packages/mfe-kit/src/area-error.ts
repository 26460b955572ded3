/** What the author of an area has to mend. It has no stack: bundlers would print one, and it names no line of theirs. */
export class AreaError extends Error {
  override name = 'AreaError';

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.stack = this.message;
  }
}

/** @throws {AreaError} with all of them */
export function refuse(faults: readonly string[]): void {
  if (faults.length > 0) throw new AreaError(faults);
}
