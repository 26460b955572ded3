import type { OptionValues } from '@tollgate/contract/options';

/** What the options add to the page's policy. Everything else stays forbidden. */
export interface PagePolicy {
  /** Origins that the page may show in a frame, in addition to our own. */
  frames: readonly string[];
  /** Origins that a form of the page may be sent to, in addition to our own. */
  forms: readonly string[];
  /** True when a sign-in window has to report back to the page. */
  opensSignInWindows: boolean;
}

export const closedPolicy: PagePolicy = { frames: [], forms: [], opensSignInWindows: false };

type Opening = Pick<
  OptionValues,
  'HomePageContent' | 'About' | 'Chats' | 'PayAddress' | 'TelegramOAuthEnabled'
>;

/** Home page, about page and chats may be framed if they are addresses. Forms may post to the payment one. */
export function pagePolicy(options: Opening): PagePolicy {
  const chats = options.Chats.flatMap((chat) => Object.values(chat));
  return {
    frames: originsOf([options.HomePageContent, options.About, ...chats]),
    forms: originsOf([options.PayAddress]),
    opensSignInWindows: options.TelegramOAuthEnabled,
  };
}

/** Each origin once. An origin contains neither blank nor semicolon, so no option text can add a rule. */
function originsOf(texts: readonly string[]): string[] {
  const addresses = texts.map((text) => text.trim()).filter((text) => /^https?:\/\/\S+$/i.test(text));
  return [...new Set(addresses.filter((text) => URL.canParse(text)).map((text) => new URL(text).origin))];
}
