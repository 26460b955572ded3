import * as z from 'zod/mini';

/**
 * What people sign in with. No `@`: a name must never be mistaken for an e-mail address. No blanks, control
 * characters or characters that nobody sees: a name stands in logs and exports, and is told from others by its look.
 */
export const newUsername = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(12),
  z.regex(/^[^\s@\p{C}\p{Default_Ignorable_Code_Point}\u2800]+$/u, 'username_form'),
  // Every other kind of dot is `.` or several of them once the name is normalized.
  z.refine((name) => !ONLY_DOTS.test(name.normalize('NFKC')), 'username_dots'),
);

/** Names such as `..` mean a folder in paths and addresses. */
const ONLY_DOTS = /^\.+$/;

/** 20 is only a hint of the pages; long passwords are welcome. */
export const newPassword = z.string().check(z.minLength(8), z.maxLength(128));

export const displayName = z.string().check(z.trim(), z.maxLength(20));

/** Kept in lower case, so that one mailbox is one address. */
export const emailAddress = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(254),
    z.regex(/^[^\s@<>(),;:\\"[\]]+@[^\s@<>(),;:\\"[\]]+\.[a-z0-9-]{2,}$/, 'email_form'),
  );

/**
 * A code as it is copied from a mail or a message: blanks and line breaks that came along, and characters that nobody
 * sees, are none of its own.
 */
export function copiedCode(maxLength: number) {
  return z.string().check(
    z.overwrite((text) => text.replace(/[\s\p{Cf}]+/gu, '')),
    z.maxLength(maxLength),
  );
}

/** The answer of a human check, which some forms need. */
export const turnstileToken = z.optional(z.string().check(z.maxLength(4096)));

/** Forms send empty text for what shall stay as it is. */
export function blankIsAbsent<T extends z.ZodMiniType<unknown, string>>(field: T) {
  const read = z.pipe(
    z.optional(z.nullable(z.string())),
    z.transform((sent) => sent || undefined),
  );
  return z.pipe(read, z.optional(field));
}
