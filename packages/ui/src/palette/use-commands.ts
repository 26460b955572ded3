import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { matchCommands } from './match.ts';
import { readRecent } from './recent-commands.ts';
import type { Command } from './types.ts';

/** Returns the commands for a query. Without a query, recent ones come first. */
export function useCommands(
  commands: readonly Command[],
  query: string,
  search: ((query: string) => Promise<readonly Command[]>) | undefined,
): Command[] {
  const { t } = useTranslation('common');
  const found = useFound(query.trim(), search);
  return useMemo(() => {
    if (query.trim()) return inGroups([...matchCommands(commands, query), ...found]).slice(0, SHOWN);
    const recent = readRecent().flatMap((id) => commands.find((command) => command.id === id) ?? []);
    const rest = commands.filter((command) => !recent.includes(command));
    return [
      ...recent.map((command) => ({ ...command, group: t('palette.recent') })),
      ...inGroups(rest),
    ].slice(0, SHOWN);
  }, [commands, query, found, t]);
}

/** Enough results; a longer query narrows them. */
const SHOWN = 50;
const PAUSE_MS = 200;

/** Groups commands, with the groups in the order of their best command. */
function inGroups(commands: Command[]): Command[] {
  const groups = [...new Set(commands.map(({ group }) => group))];
  return groups.flatMap((group) => commands.filter((command) => command.group === group));
}

/** Searches the server after a pause in typing; drops responses to older queries. */
function useFound(
  query: string,
  search: ((query: string) => Promise<readonly Command[]>) | undefined,
): readonly Command[] {
  const [answer, setAnswer] = useState<{ query: string; found: readonly Command[] }>();
  useEffect(() => {
    if (!search || !query) return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      search(query).then(
        (found) => isCurrent && setAnswer({ query, found }),
        () => undefined,
      );
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [query, search]);
  return answer?.query === query ? answer.found : none;
}

const none: readonly Command[] = [];
