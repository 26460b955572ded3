import { ExtensionFrame, type PlacedExtension } from '@tollgate/console-sdk';
import { useToast } from '@tollgate/ui/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { openedCommand } from './opened-command.ts';

const close = () => openedCommand.set(undefined);

/** Draws the chosen command of an area above the page. One that cannot be shown says so and is over. */
export function CommandHost({ command }: { command: PlacedExtension }) {
  return (
    <ExtensionFrame
      key={`${command.area} ${command.id}`}
      extension={command}
      of={{ onClose: close }}
      loading={null}
      unavailable={<Unavailable command={command} />}
    />
  );
}

function Unavailable({ command: { area, title } }: { command: PlacedExtension }) {
  const { t } = useTranslation(`area.${area}`);
  const toast = useToast();
  const text = t('common:extension.unavailable', { what: t(title) });
  useEffect(() => {
    toast.error(text);
    close();
  }, [toast, text]);
  return null;
}
