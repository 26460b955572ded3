import { readFileSync } from 'node:fs';
import { checkRange } from '../commits/check-range.ts';
import { checkMessage, listScopes } from '../commits/commit-message.ts';
import { currentFiles } from '../selection/memory.ts';
import { root } from '../workspace.ts';

/**
 * `npm run commits -- origin/main..HEAD` checks the messages of a range. `--message <file>` checks one message,
 * for the hook commit-msg and for titles of pull requests.
 */
const [first = 'origin/main..HEAD', file = ''] = process.argv.slice(2);
const complaints =
  first === '--message'
    ? checkMessage(readFileSync(file, 'utf8'), listScopes(currentFiles(root)))
    : checkRange(root, first).complaints;
for (const complaint of complaints) process.stderr.write(`${complaint}\n`);
process.exitCode = complaints.length > 0 ? 1 : 0;
