import type { i18n } from 'i18next';
import { addTexts } from '../i18n/add-texts.ts';
import en from './i18n/en.json';
import zh from './i18n/zh.json';

/** The shell's texts about areas, in the namespace `federation`. */
export function addFederationTexts(instance: i18n): void {
  addTexts(instance, 'federation', { en, zh });
}
