import type { Token } from '@tollgate/contract';
import { Button, ConfirmAction, useCopy, useToast } from '@tollgate/ui/core';
import { useNameList } from '@tollgate/ui/data';
import { IconCopy, IconDelete } from '@tollgate/ui/icons';
import { useTranslation } from 'react-i18next';
import { fullKey, isReadable } from './token-key.tsx';
import { useDeleteTokens } from './tokens.data.ts';

/** Copies the keys of the selected tokens, one a line, each after its name. */
export function CopySelected({ read }: { read: () => readonly Token[] }) {
  const { t } = useTranslation('area.user');
  const { copy } = useCopy();
  const toast = useToast();

  function run() {
    const tokens = read();
    const readable = tokens.filter(isReadable);
    if (readable.length === 0)
      return toast.warning(t(tokens.length > 0 ? 'tokens.key-unreadable' : 'tokens.bulk.none'));
    return copy(readable.map((token) => `${token.name}\t${fullKey(token)}`).join('\n'));
  }
  return (
    <Button icon={<IconCopy />} onClick={run}>
      {t('tokens.bulk.copy')}
    </Button>
  );
}

interface DeleteProps {
  tokens: readonly Token[];
  onDone: () => void;
}

export function DeleteSelected({ tokens, onDone }: DeleteProps) {
  const { t } = useTranslation('area.user');
  const remove = useDeleteTokens();
  const nameList = useNameList();
  const count = tokens.length;

  async function run() {
    await remove(tokens.map(({ id }) => id));
    onDone();
  }
  return (
    <ConfirmAction
      danger
      icon={<IconDelete />}
      title={t('tokens.bulk.delete-title', { count })}
      content={
        <>
          <p>{nameList(tokens.map(({ name }) => name))}</p>
          {t('tokens.bulk.delete-content', { count })}
        </>
      }
      okText={t('tokens.bulk.delete-ok')}
      done={t('tokens.bulk.deleted', { count })}
      onConfirm={run}
    >
      {t('tokens.bulk.delete')}
    </ConfirmAction>
  );
}
