import { Role } from '@tollgate/contract';
import { type Command, CommandPalette } from '@tollgate/ui/core';
import { useNavigate } from '@tollgate/ui/router';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/use-session.ts';
import { findRecords } from './find-records.ts';
import { useActionCommands } from './use-action-commands.tsx';
import { useAreaCommands } from './use-area-commands.ts';
import { usePageCommands } from './use-page-commands.tsx';

export { CommandHost } from './command-host.tsx';

/** Every page and action by a few letters of its name; records too for signed-in users. */
export function ConsolePalette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const { user } = useSession();
  const pages = usePageCommands();
  const actions = useActionCommands();
  const ofAreas = useAreaCommands();
  const role = user?.role ?? 0;

  const search = useCallback(
    async (query: string): Promise<Command[]> => {
      const records = await findRecords(query, { isAdmin: role >= Role.admin });
      return records.map(({ id, kind, name, hint, to }) => ({
        id: `${kind}-${id}`,
        title: name,
        group: t(`palette.${kind}`),
        hint,
        run: () => navigate(to),
      }));
    },
    [role, navigate, t],
  );

  return (
    <CommandPalette
      visible
      onClose={onClose}
      commands={[...pages, ...ofAreas, ...actions]}
      {...(user && { search })}
    />
  );
}
