import { inEachLanguage, type Language, type NotificationKind } from '@tollgate/contract';
import consoleEn from './en/console.json' with { type: 'json' };
import emailsEn from './en/emails.json' with { type: 'json' };
import notificationsEn from './en/notifications.json' with { type: 'json' };
import reasonsEn from './en/reasons.json' with { type: 'json' };
import relayEn from './en/relay.json' with { type: 'json' };
import tasksEn from './en/tasks.json' with { type: 'json' };
import consoleZh from './zh/console.json' with { type: 'json' };
import emailsZh from './zh/emails.json' with { type: 'json' };
import notificationsZh from './zh/notifications.json' with { type: 'json' };
import reasonsZh from './zh/reasons.json' with { type: 'json' };
import relayZh from './zh/relay.json' with { type: 'json' };
import tasksZh from './zh/tasks.json' with { type: 'json' };

/**
 * The texts of the gateway: emails, messages to callers of the relay, and what the console shows as the gateway
 * wrote it, such as entries of the usage log. Errors of the console API are in `@tollgate/i18n`: the console
 * shows them too.
 */
const texts = {
  en: {
    emails: emailsEn,
    notifications: notificationsEn,
    console: consoleEn,
    relay: { ...relayEn, ...tasksEn },
    reasons: reasonsEn,
  },
  zh: {
    emails: emailsZh,
    notifications: notificationsZh,
    console: consoleZh,
    relay: { ...relayZh, ...tasksZh },
    reasons: reasonsZh,
  },
} satisfies Record<Language, object>;

export type Values = Readonly<Record<string, string | number | undefined>>;
/** A value that is written differently in each language, such as an amount: who reads it is not known yet. */
export type InEachLanguage = Readonly<Record<Language, string>>;
type RelayValues = Readonly<Record<string, string | number | InEachLanguage | undefined>>;

export type EmailTemplate = keyof typeof emailsEn;
export type ConsoleText = keyof typeof consoleEn;
/** Codes of messages to callers. The messages never contain a key, an address or words of an upstream. */
export type RelayText = keyof typeof relayEn | keyof typeof tasksEn;

/** Why a body or a field of it is refused: the end of a sentence of {@link RelayText}. */
export type ReasonText = keyof typeof reasonsEn;

/** Whether a code belongs to drawings and songs. */
export function isTaskText(code: string): boolean {
  return Object.hasOwn(tasksEn, code);
}

interface Message {
  subject: string;
  lines: string[];
}

export function emailText(language: Language, template: EmailTemplate): Message {
  return texts[language].emails[template];
}

/** Notifications that are also mailed have the words of their mail. */
export function notificationText(language: Language, kind: NotificationKind): Message {
  const { emails, notifications } = texts[language];
  return kind in notifications
    ? notifications[kind as keyof typeof notifications]
    : emails[kind as keyof typeof emails];
}

export function consoleText(language: Language, key: ConsoleText, values: Values = {}): string {
  return fill(texts[language].console[key], values);
}

export function relayText(language: Language, code: RelayText, values: RelayValues = {}): string {
  const written = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'object' ? value[language] : value,
  ]);
  return fill(texts[language].relay[code], Object.fromEntries(written));
}

/** Returns a reason in all languages: the sentence around it is written for each reader. */
export function reasonText(reason: ReasonText, values: Values = {}): InEachLanguage {
  return inEachLanguage((language) => fill(texts[language].reasons[reason], values));
}

/** Replaces each `{{name}}` by its value, or by nothing. */
export function fill(sentence: string, values: Values): string {
  return sentence.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
}
