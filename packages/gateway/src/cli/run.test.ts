import { afterEach, expect, test, vi } from 'vitest';
import { run } from './run.ts';

vi.mock('./serve.ts', () => ({
  serve: async () => {
    throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  },
}));

afterEach(() => {
  vi.restoreAllMocks();
});

test('a start ends with one sentence and exit code 1 when the disk is full', async () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const exit = vi.spyOn(process, 'exit').mockImplementation((() => {}) as typeof process.exit);
  await run(['serve']);
  expect(written.mock.calls).toEqual([[expect.stringMatching(/^The disk is full\. Free some space .*\n$/)]]);
  expect(exit).toHaveBeenCalledWith(1);
});

test.each([
  ['help', /^Usage: tollgate <command>\n {2}serve /],
  ['--help', /^Usage: tollgate <command>/],
  ['version', /^v\d+\.\d+\.\d+\n$/],
  ['--version', /^v\d+\.\d+\.\d+\n$/],
])('%s prints what it says and is no failure', async (word, printed) => {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const exit = vi.spyOn(process, 'exit').mockImplementation((() => {}) as typeof process.exit);
  await run([word]);
  expect(written.mock.calls).toEqual([[expect.stringMatching(printed)]]);
  expect(exit).not.toHaveBeenCalled();
});
