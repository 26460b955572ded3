import { type ExtensionProps, useArea } from '@tollgate/console-sdk';
import { useEffect } from 'react';

/** An action in the usage log: leads to the playground with the model of the call. */
export function TryModel({ row, onClose }: ExtensionProps<'logs.call-action/v1'>) {
  const { links } = useArea();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the action runs once, when it was chosen
  useEffect(() => {
    onClose();
    links.go('playground.try', { model: row.model });
  }, []);
  return null;
}
