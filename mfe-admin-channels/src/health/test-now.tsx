import type { Channel } from '@tollgate/contract';
import { Button, StatusTag } from '@tollgate/ui/core';
import { Select } from '@tollgate/ui/form';
import { IconThunderbolt } from '@tollgate/ui/icons';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConnectionCode } from './connection-code.tsx';
import { useTest } from './use-test.ts';
import './health.css';

interface Props {
  channel: Channel;
  /** Before there is a result. */
  hint: ReactNode;
  /** Runs the test at once. */
  isStarted?: boolean;
  /** Lets another model be chosen. */
  hasChoice?: boolean;
}

/** A test, and its result. */
export function TestNow({ channel, hint, isStarted = false, hasChoice = false }: Props) {
  const { t } = useTranslation('area.admin-channels');
  const { isRunning, result, run } = useTest(channel);
  const [model, setModel] = useState<string>();
  const models = channel.models.split(',').filter(Boolean);
  const isDue = useRef(isStarted);
  useEffect(() => {
    if (!isDue.current) return;
    isDue.current = false;
    void run();
  });
  return (
    <div className="channels-test-now">
      <Button icon={<IconThunderbolt />} loading={isRunning} onClick={() => void run(model)}>
        {t(result ? 'health.test-again' : 'created.test')}
      </Button>
      {hasChoice && models.length > 1 && (
        <div className="channels-test-model">
          <Select
            allowClear
            showSearch
            aria-label={t('created.model')}
            placeholder={t('created.model-default')}
            options={models}
            value={model}
            onChange={setModel}
          />
        </div>
      )}
      <span role="status">
        {result ? (
          <>
            <StatusTag tone={result.ok ? 'success' : 'danger'}>{result.text}</StatusTag>
            <ConnectionCode code={result.code} />
          </>
        ) : (
          <span className="tg-muted">{isRunning ? t('health.testing') : hint}</span>
        )}
      </span>
    </div>
  );
}
