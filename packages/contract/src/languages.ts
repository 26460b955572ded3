/** The languages of the product: of the console, of messages to callers and of emails. */
export const languages = ['zh', 'en'] as const;

export type Language = (typeof languages)[number];
