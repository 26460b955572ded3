type Fs = typeof import('node:fs');

/** While `isFull` is set, `node:fs` writes nothing in a test that mocks it with `fillable`. */
export const disk = { isFull: false };

/** For `vi.mock('node:fs', ...)`: the same module with a disk that can be full. */
export function fillable(fs: Fs): Fs {
  const writeSync = (...parts: Parameters<Fs['writeSync']>) => {
    if (disk.isFull) throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' });
    return fs.writeSync(...parts);
  };
  return { ...fs, writeSync } as Fs;
}
