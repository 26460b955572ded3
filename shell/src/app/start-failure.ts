import { detectLanguage, type Language } from '@tollgate/i18n/language';
import { readStored } from '../storage.ts';

/**
 * The page shown when the console cannot be loaded: a message page in the console's language and theme. It
 * needs no stylesheet, because styles may be missing. It is part of the very first script: every byte counts.
 */
export function showStartFailure(): void {
  const root = document.getElementById('root');
  if (!root) return;
  const language = detectLanguage();
  const theme = wantedTheme();
  const [page, text, textSecondary, brand, brandSoft, onBrand] = startColors[theme];
  const [heading, reason, again] = texts[language];
  const { documentElement: html, body } = document;
  html.lang = language === 'zh' ? 'zh-CN' : language;
  html.style.colorScheme = theme;
  body.style.cssText = `margin:0;background:${page};color:${text};${FONT}`;

  const main = make(
    'main',
    'display:grid;place-content:center;justify-items:center;min-height:75vh;max-width:448px;margin:auto;padding:32px 16px;text-align:center;text-wrap:balance',
  );
  const mark = make(
    'div',
    `width:56px;border-radius:50%;background:${brandSoft};color:${brand};font-size:28px;line-height:56px`,
    '!',
  );
  mark.ariaHidden = 'true';
  const alert = make('div');
  alert.setAttribute('role', 'alert');
  alert.append(
    make('h1', 'margin:16px 0 8px;font-size:20px;font-weight:600;line-height:1.4', heading),
    make('p', `margin:0;color:${textSecondary}`, reason),
  );
  const button = make(
    'button',
    `min-height:40px;margin-top:24px;padding:0 16px;border:0;border-radius:6px;background:${brand};color:${onBrand};${FONT};cursor:pointer`,
    again,
  );
  button.onclick = () => location.reload();
  main.append(mark, alert, button);
  root.replaceChildren(main);
}

const FONT = 'font:14px/1.6 system-ui,sans-serif';

/** Returns the console's stored theme, else the system's. */
function wantedTheme(): 'light' | 'dark' {
  const stored = readStored('theme-mode');
  if (stored === 'light' || stored === 'dark') return stored;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** The design tokens come with the styles. These are page, text, textSecondary, brand, brandSoft, onBrand. */
export const startColors = {
  light: ['#ffffff', '#10211f', '#3d504c', '#0f766e', '#e2f2f0', '#ffffff'],
  dark: ['#0f1716', '#e7f0ee', '#b7c6c3', '#2dd4bf', '#11322e', '#04221f'],
} as const;

const texts = {
  en: [
    "Couldn't load the console",
    'Your connection may be slow or interrupted. Your data is safe.',
    'Reload page',
  ],
  zh: ['控制台加载失败', '网络可能较慢或已中断。你的数据没有丢失。', '刷新页面'],
} as const satisfies Record<Language, readonly string[]>;

function make(name: string, css = '', text = ''): HTMLElement {
  const element = document.createElement(name);
  element.textContent = text;
  element.style.cssText = css;
  return element;
}
