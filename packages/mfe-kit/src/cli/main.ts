#!/usr/bin/env node
import { CommandError } from '@tollgate/area-cli';
import { runKitCommand } from './run-command.ts';

try {
  process.exitCode = await runKitCommand(process.argv.slice(2), process.cwd());
} catch (error) {
  if (!(error instanceof CommandError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
