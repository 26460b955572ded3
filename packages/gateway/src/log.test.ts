import { expect, test } from 'vitest';
import { DatabaseGoneError } from './core/database-gone.ts';
import { createLog } from './log.ts';

test('the log has one sentence when many statements fail because the database server is away', () => {
  const lines: string[] = [];
  const log = createLog('debug', { write: (line) => void lines.push(line) });
  const refused = new DatabaseGoneError('ECONNREFUSED', new Error('connect ECONNREFUSED 127.0.0.1:5432'));
  for (let failure = 0; failure < 5; failure += 1)
    log.error({ err: new Error('a request failed', { cause: refused }) }, 'A request failed');
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    code: 'ECONNREFUSED',
    msg: expect.stringMatching(/^The database server cannot be reached/),
  });
});
