import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../feedback/use-toast.ts';
import { PaletteField } from './palette-field.tsx';
import { PaletteList } from './palette-list.tsx';
import { rememberCommand } from './recent-commands.ts';
import type { Command, CommandPaletteProps } from './types.ts';
import { useCommands } from './use-commands.ts';
import './palette.css';

/** The open palette: a field with matches below it. Arrows choose, Enter runs, Esc and an outside click close. */
export function PaletteDialog({ onClose, commands, search }: CommandPaletteProps) {
  const { t } = useTranslation('common');
  const toast = useToast();
  const listId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [query, setQuery] = useState('');
  const [place, setPlace] = useState(0);
  const shown = useCommands(commands, query, search);
  const chosen = shown[Math.min(place, shown.length - 1)];
  useModal(dialog);

  async function run(command: Command) {
    rememberCommand(command.id);
    onClose();
    try {
      await command.run();
    } catch (error) {
      toast.error(error);
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    // Enter and arrows during IME composition belong to the input method.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return; // 229: Safari
    const target = targetOf(event.key, Math.min(place, shown.length - 1), shown.length);
    if (target !== undefined) setPlace(target);
    else if (event.key === 'Enter' && chosen) void run(chosen);
    else return;
    event.preventDefault();
  }

  return (
    <dialog
      ref={dialog}
      className="tg-palette"
      aria-label={t('palette.title')}
      onClose={onClose}
      onMouseDown={(event) => event.target === dialog.current && onClose()}
    >
      {/* A click on the dialog's padding counts as inside. */}
      <div className="tg-palette-box">
        <PaletteField
          listId={listId}
          chosen={chosen}
          query={query}
          onQuery={(next) => {
            setQuery(next);
            setPlace(0);
          }}
          onKeyDown={onKeyDown}
        />
        <PaletteList id={listId} commands={shown} chosen={chosen} onRun={run} />
      </div>
    </dialog>
  );
}

/** Opens the dialog as modal; the browser traps the focus and restores it. */
function useModal(dialog: React.RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.querySelector('input')?.focus();
    return () => element?.close();
  }, [dialog]);
}

function targetOf(key: string, place: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return (place + 1) % count;
  if (key === 'ArrowUp') return (place - 1 + count) % count;
  if (key === 'PageDown') return Math.min(count - 1, place + 8);
  if (key === 'PageUp') return Math.max(0, place - 8);
  return undefined;
}
