import type { Channel } from '@tollgate/contract';
import { useErrorMessage } from '@tollgate/i18n';
import { useFormat } from '@tollgate/ui/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTestChannel } from '../channels/channel-work.data.ts';
import { connectionCodeOf } from './connection-code.tsx';

/** Result of a test: how long the provider took, or why it did not answer. */
export interface TestResult {
  ok: boolean;
  text: string;
  /** Of the connection, for those who search for it. */
  code?: string | undefined;
}

/** Tests a channel with a model, by default that of the channel, and keeps the result. */
export function useTest({ id }: Pick<Channel, 'id'>) {
  const { t } = useTranslation('area.admin-channels');
  const errorMessage = useErrorMessage();
  const format = useFormat();
  const test = useTestChannel();
  const [isRunning, setRunning] = useState(false);
  const [result, setResult] = useState<TestResult>();

  async function run(model?: string) {
    setRunning(true);
    await test(id, model).then(
      (timeMs) => setResult({ ok: true, text: t('channels.test.took', { time: format.duration(timeMs) }) }),
      (error) => setResult({ ok: false, text: errorMessage(error), code: connectionCodeOf(error) }),
    );
    setRunning(false);
  }
  return { isRunning, result, run };
}
