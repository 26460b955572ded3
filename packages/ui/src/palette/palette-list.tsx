import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Command } from './types.ts';

interface PaletteListProps {
  id: string;
  commands: Command[];
  chosen: Command | undefined;
  onRun: (command: Command) => void;
}

/** The commands under the field, grouped. */
export function PaletteList({ id, commands, chosen, onRun }: PaletteListProps) {
  const { t } = useTranslation('common');
  return (
    <>
      <p className={commands.length > 0 ? 'tg-visually-hidden' : 'tg-palette-none'} role="status">
        {commands.length > 0 ? t('palette.found', { value: commands.length }) : t('palette.none')}
      </p>
      <div
        className="tg-palette-list"
        role="listbox"
        id={id}
        tabIndex={-1}
        aria-label={t('palette.commands')}
      >
        {groupsOf(commands).map(({ name, members }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options
          <div key={name} role="group" aria-label={name || t('palette.commands')}>
            {name && (
              <div className="tg-palette-group" aria-hidden>
                {name}
              </div>
            )}
            {members.map((command) => (
              <Line
                key={command.id}
                id={`${id}-${command.id}`}
                command={command}
                isChosen={command === chosen}
                onRun={onRun}
              />
            ))}
          </div>
        ))}
      </div>
    </>
  );
}

interface LineProps {
  id: string;
  command: Command;
  isChosen: boolean;
  onRun: (command: Command) => void;
}

function Line({ id, command, isChosen, onRun }: LineProps) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen) line.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isChosen]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above it has the keys
    <div
      ref={line}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      className="tg-palette-line"
      onClick={() => onRun(command)}
    >
      <span className="tg-palette-icon" aria-hidden>
        {command.icon}
      </span>
      <span className="tg-palette-title">{command.title}</span>
      {command.hint && <span className="tg-palette-hint">{command.hint}</span>}
      {command.shortcut && (
        <span className="tg-palette-keys">
          {command.shortcut.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </span>
      )}
    </div>
  );
}

function groupsOf(commands: Command[]): { name: string; members: Command[] }[] {
  const groups: { name: string; members: Command[] }[] = [];
  for (const command of commands) {
    const name = command.group ?? '';
    const last = groups.at(-1);
    if (last?.name === name) last.members.push(command);
    else groups.push({ name, members: [command] });
  }
  return groups;
}
