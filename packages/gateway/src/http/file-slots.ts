import { AppError } from '../core/errors.ts';

/** How many files are being sent, so that one person with a script leaves the database to the others. */
export interface FileSlots {
  /** Answers how to give the place back; twice does no harm. @throws {AppError} `too_many_exports` */
  take(userId: number): () => void;
}

export function createFileSlots(): FileSlots {
  const taken = new Map<number, number>();
  return {
    take(userId) {
      const running = taken.get(userId) ?? 0;
      if (running >= FILES_PER_USER) throw new AppError('too_many_exports');
      taken.set(userId, running + 1);
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        const left = (taken.get(userId) ?? 1) - 1;
        if (left > 0) taken.set(userId, left);
        else taken.delete(userId);
      };
    },
  };
}

const FILES_PER_USER = 2;
