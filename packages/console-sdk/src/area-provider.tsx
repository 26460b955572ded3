import { scopeName } from '@tollgate/contract';
import { PopupScope } from '@tollgate/ui/core';
import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from 'react';
import { I18nextProvider, useTranslation } from 'react-i18next';
import type { AreaContext } from './area-context.ts';
import { ownTexts } from './own-texts.ts';
import type { Readable } from './readable.ts';
import type { Session } from './session.ts';

/**
 * Gives an area its context and the texts of its build, and marks its popups for its styles. The shell and the mock
 * shell render it inside an element with the same `data-scope`; areas read the context with `useArea`.
 */
export function AreaProvider({ value, children }: { value: AreaContext; children: ReactNode }) {
  const { id, buildId } = value.area;
  const { i18n } = useTranslation();
  const own = useMemo(() => ownTexts(i18n, id, buildId), [i18n, id, buildId]);
  return (
    <Context value={value}>
      <I18nextProvider i18n={own}>
        <PopupScope name={scopeName(id, buildId)}>{children}</PopupScope>
      </I18nextProvider>
    </Context>
  );
}

/** Returns the context of the area that is being rendered. @throws outside of an area. */
export function useArea(): AreaContext {
  const ctx = useContext(Context);
  if (!ctx) throw new Error('useArea() was called outside of an area; wrap it in the mock shell.');
  return ctx;
}

/** Returns the current session; renders again when it changes. */
export function useSession(): Session {
  return useReadable(useArea().session);
}

/** Returns the current value, and renders again when it changes. */
export function useReadable<T>(readable: Readable<T>): T {
  return useSyncExternalStore(readable.subscribe, readable.get);
}

const Context = createContext<AreaContext | null>(null);
