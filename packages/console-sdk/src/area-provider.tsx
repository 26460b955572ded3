import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { AreaContext } from './area-context.ts';
import type { Readable } from './readable.ts';
import type { Session } from './session.ts';

/** Gives an area its context. The shell and the mock shell render it; areas read it with `useArea`. */
export function AreaProvider(props: { value: AreaContext; children: ReactNode }) {
  return <Context value={props.value}>{props.children}</Context>;
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
