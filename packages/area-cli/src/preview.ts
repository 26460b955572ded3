import { type Gateway, gatewayUrl, showCommand } from './call-gateway.ts';
import { CommandError } from './command-error.ts';

/**
 * `preview <area> <build>`: the link at which a person who may watch the area gets this build.
 *
 * @throws {CommandError} that names the missing argument
 */
export async function preview([id, build]: string[], gateway: Gateway): Promise<string> {
  if (!id || !build) throw new CommandError(`Say which: ${showCommand(gateway, 'preview', '7c773f8fcd')}`);
  const link = gatewayUrl('/preview', gateway.environment);
  link.search = new URLSearchParams({ area: id, build }).toString();
  return link.href;
}
