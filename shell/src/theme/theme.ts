import { createStore, type Readable } from '@tollgate/console-sdk';
import { readStored, writeStored } from '../storage.ts';

export type ThemeChoice = 'light' | 'dark' | 'system';

export const themeChoices = ['light', 'dark', 'system'] as const satisfies readonly ThemeChoice[];

const themeKey = 'theme-mode';
const systemDark = '(prefers-color-scheme: dark)';

const choice = createStore<ThemeChoice>(readChoice());
const shown = createStore<'light' | 'dark'>('light');

/** The user's choice. */
export const themeChoice: Readable<ThemeChoice> = choice;
/** The current theme. */
export const theme: Readable<'light' | 'dark'> = shown;

/** Follows the system and the other tabs. Returns a stop function. */
export function startTheme(): () => void {
  const media = window.matchMedia(systemDark);
  const onStorage = ({ key }: StorageEvent) => {
    if (key === themeKey || key === null) choice.set(readChoice());
  };
  media.addEventListener('change', settle);
  window.addEventListener('storage', onStorage);
  const stopFollowing = choice.subscribe(settle);
  choice.set(readChoice());
  settle();
  return () => {
    media.removeEventListener('change', settle);
    window.removeEventListener('storage', onStorage);
    stopFollowing();
  };
}

export function chooseTheme(wanted: ThemeChoice): void {
  writeStored(themeKey, wanted);
  choice.set(wanted);
}

function settle(): void {
  const wanted = choice.get();
  shown.set(wanted === 'system' ? systemTheme() : wanted);
}

function systemTheme(): 'light' | 'dark' {
  return window.matchMedia(systemDark).matches ? 'dark' : 'light';
}

function readChoice(): ThemeChoice {
  const stored = readStored(themeKey);
  return themeChoices.find((choice) => choice === stored) ?? 'system';
}
