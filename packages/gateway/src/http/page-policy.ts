import type { OptionValues } from '@tollgate/contract/options';

/** What the options open in the rules of the page. Everything else stays shut. */
export interface PagePolicy {
  /** Origins that the page may show in a frame, beside our own. */
  frames: readonly string[];
  /** Origins that a form of the page may be sent to, beside our own. */
  forms: readonly string[];
  /** A way to sign in opens a window that reports back to the page. */
  opensSignInWindows: boolean;
}

export const closedPolicy: PagePolicy = { frames: [], forms: [], opensSignInWindows: false };

type Opening = Pick<
  OptionValues,
  'HomePageContent' | 'About' | 'Chats' | 'PayAddress' | 'TelegramOAuthEnabled'
>;

/** Home page, about page and chats that are addresses may be framed, the payment page may be posted to. */
export function pagePolicy(options: Opening): PagePolicy {
  const chats = options.Chats.flatMap((chat) => Object.values(chat));
  return {
    frames: originsOf([options.HomePageContent, options.About, ...chats]),
    forms: originsOf([options.PayAddress]),
    opensSignInWindows: options.TelegramOAuthEnabled,
  };
}

/** Each origin once. An origin holds neither blank nor semicolon, so no text of an option can add a rule of its own. */
function originsOf(texts: readonly string[]): string[] {
  const addresses = texts.map((text) => text.trim()).filter((text) => /^https?:\/\/\S+$/i.test(text));
  return [...new Set(addresses.filter((text) => URL.canParse(text)).map((text) => new URL(text).origin))];
}
