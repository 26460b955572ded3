import { TimeLimitExceeded } from '@tollgate/federation';

/** Resolves like `work`, but rejects after `limitMs`. @throws {TimeLimitExceeded} */
export function withTimeout<T>(limitMs: number, what: string, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new TimeLimitExceeded(`${what} took longer than ${limitMs} ms.`)),
      limitMs,
    );
  });
  return Promise.race([work, limit]).finally(() => clearTimeout(timer));
}
