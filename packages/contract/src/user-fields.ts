import * as z from 'zod/mini';

/**
 * Sign-in name. No `@`: a name must not look like an e-mail address. No blanks, control characters or
 * invisible characters: names appear in logs and exports, and people compare them by eye.
 */
export const newUsername = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(12),
  z.regex(/^[^\s@\p{C}\p{Default_Ignorable_Code_Point}\u2800]+$/u, 'username_form'),
  // NFKC turns every other kind of dot into one or more `.`.
  z.refine((name) => !ONLY_DOTS.test(name.normalize('NFKC')), 'username_dots'),
);

/** Names such as `..` are folders in paths and URLs. */
const ONLY_DOTS = /^\.+$/;

/** 20 is only a hint on the pages; longer passwords are accepted. */
export const newPassword = z.string().check(z.minLength(8), z.maxLength(128));

export const displayName = z.string().check(z.trim(), z.maxLength(20));

/** Stored in lower case, so that one mailbox is one address. */
export const emailAddress = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(254),
    z.regex(/^[^\s@<>(),;:\\"[\]]+@[^\s@<>(),;:\\"[\]]+\.[a-z0-9-]{2,}$/, 'email_form'),
  );

/** A code copied from a mail or a message. Removes copied blanks, line breaks and invisible characters. */
export function copiedCode(maxLength: number) {
  return z.string().check(
    z.overwrite((text) => text.replace(/[\s\p{Cf}]+/gu, '')),
    z.maxLength(maxLength),
  );
}

/** The response of a CAPTCHA, which some forms require. */
export const turnstileToken = z.optional(z.string().check(z.maxLength(4096)));

/** Reads empty text as absent: forms send it for fields that stay unchanged. */
export function blankIsAbsent<T extends z.ZodMiniType<unknown, string>>(field: T) {
  const read = z.pipe(
    z.optional(z.nullable(z.string())),
    z.transform((sent) => sent || undefined),
  );
  return z.pipe(read, z.optional(field));
}
