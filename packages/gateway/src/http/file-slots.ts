import { AppError } from '../core/errors.ts';

/** Limits concurrent file downloads, so that one user's script does not occupy the database. */
export interface FileSlots {
  /** Returns a function that releases the slot, callable twice. @throws {AppError} `too_many_exports` */
  take(userId: number): () => void;
}

export function createFileSlots(): FileSlots {
  const taken = new Map<number, number>();
  return {
    take(userId) {
      const running = taken.get(userId) ?? 0;
      if (running >= FILES_PER_USER) throw new AppError('too_many_exports');
      taken.set(userId, running + 1);
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        const left = (taken.get(userId) ?? 1) - 1;
        if (left > 0) taken.set(userId, left);
        else taken.delete(userId);
      };
    },
  };
}

const FILES_PER_USER = 2;
