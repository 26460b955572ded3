import { CommandError } from './command-error.ts';
import { didYouMean } from './similar-name.ts';

/** The options of each action; those that are not here have none. */
const OPTIONS: Record<string, readonly string[]> = {
  promote: ['from', 'to'],
  diff: ['from', 'to'],
  canary: ['plan', 'every', 'roles', 'users'],
  kill: ['build', 'reason'],
  revive: ['build', 'reason'],
  retire: ['to', 'redirect', 'reason'],
};
const OF_ALL = ['oidc'];

/** @throws {CommandError} for an option that the action lacks, with the one that may be meant */
export function refuseUnknownOptions(action: string, rest: readonly string[]): void {
  const own = OPTIONS[action] ?? [];
  const known = [...own, ...OF_ALL].map((name) => `--${name}`);
  for (const part of rest) {
    const [typed = ''] = part.split('=');
    if (!typed.startsWith('--') || known.includes(typed)) continue;
    const guess = didYouMean(typed, known) || ` Options of ${action}: ${known.join(', ')}.`;
    throw new CommandError(`There is no option "${typed}".${guess}`);
  }
}

/** Node refuses an option without its value in words for programmers, and with a stack. */
export function asSentence(error: unknown): unknown {
  const { code, message } = error as { code?: unknown; message?: string };
  if (typeof code !== 'string' || !code.startsWith('ERR_PARSE_ARGS')) return error;
  const [, option] = /(--[\w-]+)/.exec(message ?? '') ?? [];
  const sentence = option ? `${option} needs a value.` : String(message).split('\n')[0];
  return new CommandError(sentence, { cause: error });
}
