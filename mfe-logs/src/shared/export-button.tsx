import { download } from '@tollgate/api-client';
import type { FileEndpoint, Input } from '@tollgate/contract';
import { Button, saveFile, useToast } from '@tollgate/ui/core';
import { IconDownload } from '@tollgate/ui/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Saves what the filters leave, all pages of it, as a file for a spreadsheet. */
export function ExportButton<E extends FileEndpoint>({ endpoint, input }: { endpoint: E; input: Input<E> }) {
  const { t } = useTranslation('area.logs');
  const toast = useToast();
  const [isRunning, setRunning] = useState(false);

  async function run() {
    setRunning(true);
    try {
      saveFile(await download(endpoint, input));
    } catch (error) {
      toast.error(error);
    } finally {
      setRunning(false);
    }
  }
  return (
    <Button icon={<IconDownload />} loading={isRunning} onClick={run}>
      {t('shared.export')}
    </Button>
  );
}
