import { CommandError } from '@tollgate/area-cli';
import { AreaError } from '../area-error.ts';
import { runKitCommand } from './run-command.ts';

/** Runs one command and returns its exit code. What the team can mend is a sentence. */
export async function runMain(args: string[], folder: string): Promise<number> {
  try {
    return await runKitCommand(args, folder);
  } catch (error) {
    if (!(error instanceof CommandError || error instanceof AreaError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}
