/**
 * Returns why a call of the operating system failed, for a sentence to the operator: the code, such as `EACCES`, with
 * a phrase for those that people meet. Some errors of Node have no code; their own message is used then.
 */
export function describeSystemError(error: unknown): string {
  const { code = '', message = '' } = (error ?? {}) as NodeJS.ErrnoException;
  const phrase = phrases[code];
  if (phrase) return `${phrase}, ${code}`;
  return code || message.replace(/^[\s,]+/, '') || String(error);
}

const phrases: Record<string, string | undefined> = {
  EACCES: 'this user lacks the right',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the disk is read-only',
};
