import { useReadable } from '@tollgate/console-sdk';
import type { RegistrySnapshot } from '@tollgate/contract';
import { createContext, type ReactNode, useContext } from 'react';
import type { ConsoleFederation } from './console-federation.ts';

export function FederationProvider(props: { value: ConsoleFederation; children: ReactNode }) {
  return <Context value={props.value}>{props.children}</Context>;
}

/** @throws outside of the provider. */
export function useFederation(): ConsoleFederation {
  const federation = useContext(Context);
  if (!federation) throw new Error('useFederation() was called outside of FederationProvider.');
  return federation;
}

/** All areas with their pages and menu entries; renders again when the registry changes. */
export function useRegistry(): RegistrySnapshot {
  return useReadable(useFederation().registry);
}

const Context = createContext<ConsoleFederation | null>(null);
