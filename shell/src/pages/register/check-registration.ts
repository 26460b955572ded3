import type { TFunction } from 'i18next';
import type { Problem, Values } from '../entry/use-entry-form.ts';

const SHORTEST_PASSWORD = 8;
const LONGEST_PASSWORD = 128;
const LONGEST_USERNAME = 12;

/**
 * Returns the first error of a registration, in form order. Fields accept more than the limit and report it:
 * silent truncation would save another name or password than the user keeps.
 */
export function checkRegistration(
  { username, password = '', confirm, email, code }: Values,
  { asksForEmail }: { asksForEmail: boolean },
  t: TFunction<'entry'>,
): Problem | undefined {
  if (!username) return { field: 'username', sentence: t('register.username-required') };
  if (/[\s@]/.test(username)) return { field: 'username', sentence: t('register.username-shape') };
  if (username.length > LONGEST_USERNAME) return { field: 'username', sentence: t('register.username-long') };
  if (!password) return { field: 'password', sentence: t('register.password-required') };
  if ([...password].length < SHORTEST_PASSWORD)
    return { field: 'password', sentence: t('register.password-short') };
  if (password.length > LONGEST_PASSWORD) return { field: 'password', sentence: t('register.password-long') };
  if (password !== confirm) return { field: 'confirm', sentence: t('register.passwords-differ') };
  if (!asksForEmail) return undefined;
  if (!email) return { field: 'email', sentence: t('register.email-required') };
  return code ? undefined : { field: 'code', sentence: t('register.code-required') };
}
