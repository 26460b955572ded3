import { type ExtensionProps, useArea } from '@tollgate/console-sdk';
import { useEffect } from 'react';

/** An action in the list of tokens: leads to the calls of the token. */
export function ShowCallsOfToken({ row, onClose }: ExtensionProps<'user.token-action/v1'>) {
  const { links } = useArea();
  useOnce(() => {
    onClose();
    links.go('logs.usage', { token_name: row.name });
  });
  return null;
}

/** An action in the list of channels: leads to the calls that the channel served. */
export function ShowCallsOfChannel({ row, onClose }: ExtensionProps<'admin-channels.channel-action/v1'>) {
  const { links } = useArea();
  useOnce(() => {
    onClose();
    links.go('logs.usage', { channel: row.id });
  });
  return null;
}

function useOnce(work: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the action runs once, when it was chosen
  useEffect(work, []);
}
