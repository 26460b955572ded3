import type { Locale } from '@arco-design/web-react/es/locale/interface';
import zhCN from '@arco-design/web-react/es/locale/zh-CN';
import type { Language } from '@tollgate/i18n';
import { useEffect, useState } from 'react';

/**
 * Texts of Arco's components. Chinese is built in; English, for all other languages, loads in its own chunk, before
 * any component with texts.
 */
export function useArcoTexts(language: Language): Locale {
  const [english, setEnglish] = useState(loadedEnglish);
  useEffect(() => {
    if (language === 'zh' || english) return;
    // Without them a few labels stay Chinese, which is not worth an error.
    loadEnglish().then(setEnglish, () => undefined);
  }, [language, english]);
  return language !== 'zh' && english ? english : zhCN;
}

let loadedEnglish: Locale | undefined;

async function loadEnglish(): Promise<Locale> {
  loadedEnglish ??= (await import('@arco-design/web-react/es/locale/en-US')).default;
  return loadedEnglish;
}
