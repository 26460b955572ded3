import { expect, test } from 'vitest';
import { capture } from './processes.ts';
import { root } from './workspace.ts';

test('a task that becomes another program stays one process, with its exit code', async () => {
  const last = 'console.log("last", process.pid, process.cwd()); process.exit(7)';
  const script = `
    import { become } from ${JSON.stringify(new URL('processes.ts', import.meta.url).href)};
    console.log('first', process.pid);
    process.exitCode = await become(process.execPath, ['-e', ${JSON.stringify(last)}]);`;
  const { output, code } = await capture(process.execPath, ['--input-type=module-typescript', '-e', script]);
  const [, first] = /first (\d+)/.exec(output) ?? [];
  expect(output).toContain(`last ${first} ${root}`);
  expect(code).toBe(7);
});
