import { inLanguage, type Language, languages, scopeName } from '@tollgate/contract';
import { createI18n } from '@tollgate/i18n';
import { type Density, UiProvider } from '@tollgate/ui/core';
import { BrowserRouter, MemoryRouter, useNavigate, useRoutes } from '@tollgate/ui/router';
import { type ReactNode, useEffect, useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { SWRConfig } from 'swr';
import { createAreaContext } from './area-context.ts';
import { AreaProvider } from './area-provider.tsx';
import type { AreaModule } from './define-area.ts';
import { ExtensionsContext } from './extensions.tsx';
import { createMockExtensions, type MockExtension } from './mock-extensions.ts';
import { createMockHost, type MockHost, type MockOptions, mockSession } from './mock-host.ts';
import { buildNamespace } from './own-texts.ts';

export interface MockShellProps extends MockOptions {
  /** The area's id: its texts are found under `area.<id>`. */
  id: string;
  /** Without children, the area's pages are shown by their routes. */
  area: Pick<AreaModule, 'texts'> & Partial<AreaModule>;
  /** The initial path. Without it the browser's address is used. */
  path?: string;
  /** Row height of tables. */
  density?: Density;
  /** Called once with the mock host: to read reports, or to change the session. */
  onHost?: (host: MockHost) => void;
  /** What other areas show at points of its pages. Nothing by default. */
  extensions?: readonly MockExtension[];
  children?: ReactNode;
}

/**
 * Everything around an area except the frame: router, language, theme, cache, session. For tests, stories and
 * standalone pages. A changed language, theme or role reaches the area as in the console: it stays mounted.
 */
export function MockShell({ path, ...props }: MockShellProps) {
  const i18n = useMockTexts(props);
  if (!i18n) return null;
  const inside = <MockInside {...props} />;
  return (
    <I18nextProvider i18n={i18n}>
      <UiProvider theme={props.theme ?? 'light'} density={props.density ?? 'regular'}>
        <SWRConfig value={{ provider: () => new Map() }}>
          {path === undefined ? (
            <BrowserRouter>{inside}</BrowserRouter>
          ) : (
            <MemoryRouter initialEntries={[path]}>{inside}</MemoryRouter>
          )}
        </SWRConfig>
      </UiProvider>
    </I18nextProvider>
  );
}

function MockInside({ id, area, children, onHost, extensions, ...options }: Omit<MockShellProps, 'path'>) {
  const navigate = useNavigate();
  const [{ host, ctx, placed }] = useState(() => {
    const made = createMockHost(options, (to) => void navigate(to));
    onHost?.(made);
    return {
      host: made,
      ctx: createAreaContext(made, { id, buildId: BUILD, version: '0.0.0' }),
      placed: extensions && createMockExtensions(made, extensions),
    };
  });
  useFollow(host, options);
  useEffect(() => area.setup?.(ctx), [area, ctx]);
  const shown = <AreaProvider value={ctx}>{children ?? <Pages routes={area.routes ?? []} />}</AreaProvider>;
  return (
    <section data-area={id} data-scope={scopeName(id, BUILD)}>
      {placed ? <ExtensionsContext value={placed}>{shown}</ExtensionsContext> : shown}
    </section>
  );
}

const BUILD = 'mock';

function useFollow(host: MockHost, { role = 'user', language = 'en', theme = 'light' }: MockOptions): void {
  const [shownRole, setShownRole] = useState(role);
  useEffect(() => {
    if (role === shownRole) return; // the first session exists already; a test may have replaced it
    setShownRole(role);
    host.session.set(mockSession(role));
  }, [host, role, shownRole]);
  useEffect(() => host.locale.set(language), [host, language]);
  useEffect(() => host.theme.set(theme), [host, theme]);
}

function Pages({ routes }: Pick<AreaModule, 'routes'>) {
  return useRoutes([...routes]);
}

/** Renders nothing before the texts are loaded, as in the real shell. */
function useMockTexts({ id, area, language = 'en' }: Omit<MockShellProps, 'path'>) {
  const [i18n] = useState(() => createI18n({ language }));
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const add = async (of: Language) =>
      i18n.addResourceBundle(
        of,
        buildNamespace(id, BUILD),
        (await inLanguage(area.texts, of)()).default,
        true,
        true,
      );
    void Promise.all(languages.map(add)).then(() => setReady(true));
  }, [i18n, id, area]);
  useEffect(() => {
    if (i18n.language !== language) void i18n.changeLanguage(language);
  }, [i18n, language]);
  return isReady ? i18n : undefined;
}
