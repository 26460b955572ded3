import type { Locale } from '@arco-design/web-react/es/locale/interface';
import zhCN from '@arco-design/web-react/es/locale/zh-CN';
import type { Language } from '@tollgate/i18n';
import { useEffect, useState } from 'react';

/**
 * What Arco's own components say. Chinese is built into them; English comes in a chunk of its own, before any of the
 * components that say something of their own.
 */
export function useArcoTexts(language: Language): Locale {
  const [english, setEnglish] = useState(loadedEnglish);
  useEffect(() => {
    if (language !== 'en' || english) return;
    // Without them a few labels stay Chinese, which is no reason to trouble anyone.
    loadEnglish().then(setEnglish, () => undefined);
  }, [language, english]);
  return language === 'en' && english ? english : zhCN;
}

let loadedEnglish: Locale | undefined;

async function loadEnglish(): Promise<Locale> {
  loadedEnglish ??= (await import('@arco-design/web-react/es/locale/en-US')).default;
  return loadedEnglish;
}
