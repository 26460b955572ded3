export * from './create-i18n.ts';
export { loadErrorTexts } from './error-texts.ts';
export * from './format.ts';
export * from './language.ts';
export * from './missing-keys.ts';
export * from './quota.ts';
export * from './use-error-message.ts';
export * from './use-language.ts';
