import { ConfigContext } from '@arco-design/web-react/es/ConfigProvider/context';
import { setConfigProviderProps } from '@arco-design/web-react/es/Modal/config';
import type { Theme } from '@tollgate/design-tokens';
import { defaultQuotaDisplay, type QuotaDisplay, useLanguage } from '@tollgate/i18n';
import { type ReactNode, useContext, useEffect, useLayoutEffect, useMemo } from 'react';
import { loadOverlaysAhead } from '../feedback/load-overlays.ts';
import { arcoTexts } from './arco-texts.ts';
import { QuotaDisplayContext } from './quota-display.ts';
import { type Density, DensityContext } from './use-density.ts';
import { ThemeContext } from './use-theme.ts';

export interface UiProviderProps {
  theme?: Theme;
  density?: Density;
  /** From the server's status. Keep the object stable between renders. */
  quota?: QuotaDisplay;
  /** Container of popups; the body by default. */
  getPopupContainer?: (trigger: Element) => Element;
  children: ReactNode;
}

/** Theme, language and popups for the tree below. One per page, inside the i18n provider; the shell owns it. */
export function UiProvider({
  theme = 'light',
  density = 'regular',
  quota = defaultQuotaDisplay,
  getPopupContainer = theBody,
  children,
}: UiProviderProps) {
  const { language } = useLanguage();
  const locale = arcoTexts(language);
  const defaults = useContext(ConfigContext);
  const config = useMemo(
    () => ({ ...defaults, locale, getPopupContainer, componentConfig, autoInsertSpaceInButton: false }),
    [defaults, locale, getPopupContainer],
  );
  useLayoutEffect(() => applyTheme(theme), [theme]);
  // Confirmations are outside this tree and read the language from there.
  useEffect(() => setConfigProviderProps({ locale }), [locale]);
  useEffect(loadOverlaysAhead, []);
  // Not Arco's ConfigProvider: it imports all kinds of notices.
  return (
    <ConfigContext value={config}>
      <ThemeContext value={theme}>
        <DensityContext value={density}>
          <QuotaDisplayContext value={quota}>{children}</QuotaDisplayContext>
        </DensityContext>
      </ThemeContext>
    </ConfigContext>
  );
}

function theBody(): Element {
  return document.body;
}

/** Our styles read `data-theme`, Arco's read `arco-theme`. */
function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  if (theme === 'dark') document.body.setAttribute('arco-theme', 'dark');
  else document.body.removeAttribute('arco-theme');
}

const componentConfig = {
  Modal: { escToExit: true, focusLock: true, mountOnEnter: true, unmountOnExit: true },
  Drawer: { escToExit: true, focusLock: true, unmountOnExit: true },
};
