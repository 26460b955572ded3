import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeInMarkdown } from '../testing/api-text.ts';

test('docs/api.md matches the contract: fields, access, answers and errors of every endpoint', async () => {
  const file = join(import.meta.dirname, '../../../../docs/api.md');
  await expect(describeInMarkdown()).toMatchFileSnapshot(file);
});
