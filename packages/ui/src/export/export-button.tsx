import { IconDownload } from '@arco-design/web-react/icon';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionsButton } from '../data-table/actions-button.tsx';
import { saveFile } from '../display/save-text.ts';

/** `csv` opens in a spreadsheet, `jsonl` is one JSON object a line. */
export type ExportFormat = 'csv' | 'jsonl';

export interface ExportButtonProps {
  /** Fetches the file: `(format) => download(exportTokens, { format, ...filters })`. */
  fetchFile: (format: ExportFormat) => Promise<{ name: string; content: Blob }>;
}

/** Saves a list as a file in the chosen format. A failure is shown and can be retried. */
export function ExportButton({ fetchFile }: ExportButtonProps) {
  const { t } = useTranslation('common');
  const [isRunning, setRunning] = useState(false);

  async function save(format: ExportFormat) {
    setRunning(true);
    try {
      saveFile(await fetchFile(format));
    } finally {
      setRunning(false);
    }
  }

  return (
    <ActionsButton
      label={t('action.export')}
      icon={<IconDownload />}
      loading={isRunning}
      actions={formats.map((format) => ({
        key: format,
        label: t(`export.${format}`),
        onClick: () => save(format),
      }))}
    />
  );
}

const formats: ExportFormat[] = ['csv', 'jsonl'];
