import type { LogEntry } from '@tollgate/contract';
import { Button, CodeSample, useCopy } from '@tollgate/ui/core';
import { Peek, Tabs } from '@tollgate/ui/data';
import { IconCheck, IconLink } from '@tollgate/ui/icons';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AttemptTimeline } from './attempt-timeline.tsx';
import { EntryDetails } from './entry-details.tsx';
import { linkTo } from './use-peek.ts';

interface Props {
  entry: LogEntry;
  isAdmin: boolean;
  onClose: () => void;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

const views = ['receipt', 'timeline', 'raw'] as const;

/** An entry next to the log: what it cost and why, what happened in which order, and the row as it is stored. */
export function LogPeek({ entry, isAdmin, onClose, onPrevious, onNext }: Props) {
  const { t } = useTranslation('area.logs');
  const [view, setView] = useState<(typeof views)[number]>('receipt');
  // The entry opens with the click; its facts come with the next frame.
  const shown = useDeferredValue<LogEntry | undefined>(entry, undefined);
  return (
    <Peek
      title={entry.model_name || t(`log.type.${entry.type}`)}
      tools={<CopyLink key={entry.id} entry={entry} />}
      onClose={onClose}
      onPrevious={onPrevious}
      onNext={onNext}
    >
      <Tabs
        label={t('log.peek.views')}
        tabs={views.map((id) => ({ id, label: t(`log.peek.${id}`) }))}
        open={view}
        onOpen={setView}
      >
        {shown && view === 'receipt' && <EntryDetails entry={shown} isAdmin={isAdmin} />}
        {shown && view === 'timeline' && <AttemptTimeline entry={shown} isAdmin={isAdmin} />}
        {shown && view === 'raw' && <CodeSample label={t('log.peek.row')} text={rawOf(shown)} />}
      </Tabs>
    </Peek>
  );
}

function CopyLink({ entry }: { entry: LogEntry }) {
  const { t } = useTranslation('area.logs');
  const { copied, copy } = useCopy();
  return (
    <Button
      type="text"
      size="small"
      icon={copied ? <IconCheck /> : <IconLink />}
      aria-label={t('log.peek.copy-link')}
      onClick={() => copy(linkTo(entry))}
    />
  );
}

/** The stored row; the text of `other` is read as the JSON that it is. */
function rawOf({ other, ...row }: LogEntry): string {
  return JSON.stringify({ ...row, other: parsed(other) }, null, 2);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
