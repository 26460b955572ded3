/** Why a command could not do its work, in words for whoever typed it. */
export class CommandError extends Error {
  override name = 'CommandError';
}
