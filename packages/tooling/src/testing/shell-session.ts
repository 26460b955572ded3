import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';

/** A terminal for the commands of a page, one block after the other: what one exports, the next has. */
export interface ShellSession {
  /** Returns what the commands print. @throws with that when one of them fails */
  run(commands: string): Promise<string>;
  end(): void;
}

const DONE = '__the block is done__';

/** `scratch` is a folder for the scripts. */
export function openShell(cwd: string, scratch: string, env: NodeJS.ProcessEnv): ShellSession {
  const shell = spawn('bash', [], { cwd, env, stdio: ['pipe', 'pipe', 'inherit'] });
  shell.stdin.write('exec 2>&1\nset -e\n');
  let count = 0;
  return {
    run(commands) {
      count += 1;
      const script = path.join(scratch, `block-${count}.sh`);
      writeFileSync(script, commands);
      return new Promise((resolve, reject) => {
        let output = '';
        const finish = (settle: () => void) => {
          shell.stdout.off('data', onData);
          shell.off('exit', onExit);
          settle();
        };
        const onData = (chunk: Buffer) => {
          output += chunk;
          if (output.includes(DONE)) finish(() => resolve(output.slice(0, output.indexOf(DONE))));
        };
        const onExit = () => finish(() => reject(new Error(`A command failed.\n${commands}\n${output}`)));
        shell.stdout.on('data', onData);
        shell.once('exit', onExit);
        // Commands of the block read nothing of what comes after it.
        shell.stdin.write(`. ${script} < /dev/null\necho '${DONE}'\n`);
      });
    },
    end: () => void shell.stdin.end(),
  };
}
