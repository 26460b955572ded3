/**
 * True for the ten thousand most common passwords, whatever their case. The list is read when the first
 * password is chosen; most processes never need it.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= load();
  return (await common).has(password.toLowerCase());
}

let common: Promise<ReadonlySet<string>> | undefined;

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const ranked = dictionary['passwords-common'] as readonly string[];
  return new Set(ranked.filter((password) => password.length >= SHORTEST).slice(0, LISTED));
}

/** Shorter ones are refused for their length. */
const SHORTEST = 8;
const LISTED = 10_000;
