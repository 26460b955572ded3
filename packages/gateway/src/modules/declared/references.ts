import { readFileSync } from 'node:fs';

/** Where references lead: the environment of the command, and files. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the text of a secret. @throws {SecretReferenceError} with a sentence that has no secret in it */
export function resolveReference(reference: string, environment: Environment): string {
  const at = reference.indexOf(':');
  const [kind, where] = [reference.slice(0, at), reference.slice(at + 1)];
  const text = kind === 'env' ? environment[where] : readSecretFile(where);
  if (text === undefined) throw new SecretReferenceError(`the environment has no ${where}`);
  const secret = text.replace(/\r?\n$/, '');
  if (secret.trim() === '') throw new SecretReferenceError(`${reference} is empty`);
  return secret;
}

export class SecretReferenceError extends Error {}

function readSecretFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const { code = '' } = cause as { code?: string };
    throw new SecretReferenceError(`${path} cannot be read (${code})`, { cause });
  }
}

/** Names references for secrets that were typed in the console: `env:TOLLGATE_SMTP_TOKEN`. Each once. */
export function createReferenceNames(taken: Iterable<string>) {
  const used = new Set(taken);
  return (...words: readonly string[]): string => {
    const plain = `env:TOLLGATE_${words.map(toVariable).filter(Boolean).join('_')}`;
    let reference = plain;
    for (let count = 2; used.has(reference); count += 1) reference = `${plain}_${count}`;
    used.add(reference);
    return reference;
  };
}

function toVariable(word: string): string {
  return word
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toUpperCase();
}
