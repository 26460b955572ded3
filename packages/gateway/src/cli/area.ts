import { CommandError, commandHelp, type Environment, runAreaCommand } from '@tollgate/area-cli';
import type { Config } from '../config.ts';
import { BootError } from '../core/boot-error.ts';
import { operatorCall } from '../net/operator-call.ts';
import { exportRegistry } from './export-registry.ts';

/** `tollgate area …`: publishes builds of areas and decides who gets them, at a running gateway. */
export async function areaCommand(config: Config, rest: string[]): Promise<void> {
  process.stdout.write(`${await runArea(rest, process.env, config)}\n`);
}

/** The same, but returns the text to print. @throws {BootError} */
export async function runArea(
  rest: string[],
  environment: Environment,
  config: Pick<Config, 'consoleDir'>,
): Promise<string> {
  const [action, ...more] = rest;
  if (action === 'export-registry') return exportRegistry(more, config);
  try {
    const text = await runAreaCommand(rest, { environment, send: operatorCall });
    if (text !== undefined) return text;
  } catch (error) {
    if (error instanceof CommandError) throw new BootError(error.message, { cause: error });
    throw error;
  }
  throw new BootError(usage);
}

const usage = `Usage: tollgate area <action>
${commandHelp}
  export-registry <file>              write the registry of the builds on disk, for static hosting`;
