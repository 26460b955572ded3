import enUS from '@arco-design/web-react/es/locale/en-US';
import type { Locale } from '@arco-design/web-react/es/locale/interface';
import zhCN from '@arco-design/web-react/es/locale/zh-CN';
import type { Language } from '@tollgate/i18n';

/** Texts of Arco's components. All languages but Chinese get the English ones. */
export function arcoTexts(language: Language): Locale {
  return language === 'zh' ? zhCN : enUS;
}
