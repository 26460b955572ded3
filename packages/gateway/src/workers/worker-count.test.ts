import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { countWorkers } from './worker-count.ts';

test('there is one worker less than cores, at least one and at most eight, unless WORKERS says otherwise', () => {
  const unset = readConfig({});
  expect([1, 2, 3, 4, 9, 64].map((cores) => countWorkers(unset, cores))).toEqual([1, 1, 2, 3, 8, 8]);
  expect(countWorkers(readConfig({ WORKERS: '16' }), 2)).toBe(16);
  expect(countWorkers(readConfig({ WORKERS: '1' }), 64)).toBe(1);
  expect(() => readConfig({ WORKERS: '0' })).toThrow('WORKERS: must be at least 1');
});
