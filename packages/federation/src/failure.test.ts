import { expect, test } from 'vitest';
import { ContractFailure, classifyFailure, TimeLimitExceeded } from './failure.ts';

const script = new Error('[ Federation Runtime ]: Failed to load script resources. #RUNTIME-008');

test.each([
  ['an entry that is not there', script, 404, 'http'],
  ['an entry that no server answers', script, 0, 'network'],
  ['an entry that is answered but refused for its hash', script, 200, 'integrity'],
  [
    'an entry that hangs',
    new Error(`#RUNTIME-008 ${'advice '.repeat(60)} ScriptNetworkError: Script "url" timed out.`),
    0,
    'timeout',
  ],
  ['a build that takes too long', new TimeLimitExceeded('8000 ms'), 200, 'timeout'],
  ['a chunk that is lost', Object.assign(new Error('x'), { name: 'ChunkLoadError' }), 200, 'chunk'],
  [
    'a stylesheet that is lost',
    Object.assign(new Error('x'), { code: 'CSS_CHUNK_LOAD_FAILED' }),
    200,
    'chunk',
  ],
  ['a module of another generation', new ContractFailure('contract 2'), 200, 'contract'],
  ['an entry that throws', new Error('#RUNTIME-008 ScriptExecutionError: x'), 200, 'evaluation'],
  ['code that throws', new TypeError('x is undefined'), 200, 'evaluation'],
])('%s is classified', (_, error, status, expected) => {
  expect(classifyFailure('aaaaaaaaaa', error, status).class).toBe(expected);
});

test('a failure report contains the HTTP status of the entry', () => {
  expect(classifyFailure('aaaaaaaaaa', script, 503)).toMatchObject({ class: 'http', status: 503 });
});
