/**
 * Returns why a system call failed, for a sentence to the operator: the code, such as `EACCES`, with a phrase
 * for common ones. Some errors of Node have no code; then returns their message.
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
