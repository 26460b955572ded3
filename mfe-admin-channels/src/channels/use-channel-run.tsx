import { call, useData } from '@tollgate/api-client';
import { type Channel, type FailedChannelTest, getChannelTests, stopChannelTests } from '@tollgate/contract';
import { Button, useToast } from '@tollgate/ui/core';
import { ProgressRun, type ProgressTools, useProgressRun } from '@tollgate/ui/data';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFollowTests, useReloadLists, useStartTests } from './channel-work.data.ts';
import { type FailedChannel, FailuresDialog } from './failures-dialog.tsx';

export interface ChannelRun {
  /** Tests all channels on the gateway, which continues when this page is closed. */
  testAll: () => void;
  /** Changes or tests channels one after another; those that fail do not stop the others. */
  each: (title: string, channels: readonly Channel[], work: (channel: Channel) => Promise<unknown>) => void;
  /** Progress, result and failures of the last run. */
  card: ReactNode;
}

/** One run over many channels at a time. Follows the gateway's test of all channels also after a reload. */
export function useChannelRun(): ChannelRun {
  const { t } = useTranslation('area.admin-channels');
  const run = useProgressRun();
  const [shown, setShown] = useState({ title: '', isOnGateway: false });
  const [failures, setFailures] = useState<readonly FailedChannel[]>([]);
  const [isListed, setListed] = useState(false);
  const startTests = useStartTests();
  const follow = useFollowTests();
  const reloadLists = useReloadLists();
  const toast = useToast();

  function begin(next: typeof shown, work: (tools: ProgressTools) => Promise<unknown>) {
    if (run.phase === 'running') return toast.warning(t('channels.run.busy'));
    setShown(next);
    setFailures([]);
    return void run.start(work);
  }
  const followTests = async (tools: ProgressTools) => setFailures((await follow(tools)).map(toFailed));
  const onGateway = { title: t('channels.all.testing'), isOnGateway: true };
  useRunningTests(() => begin(onGateway, followTests));

  return {
    testAll: () =>
      begin(onGateway, async (tools) => {
        await startTests(tools.signal);
        await followTests(tools);
      }),
    each: (title, channels, work) =>
      begin({ title, isOnGateway: false }, async ({ signal, report }) => {
        const failed: FailedChannel[] = [];
        for (const [index, channel] of channels.entries()) {
          if (signal.aborted) break;
          report({ done: index, total: channels.length, failed: failed.length });
          await work(channel).catch((error: unknown) => failed.push({ ...channel, error }));
          report({ done: index + 1, total: channels.length, failed: failed.length });
        }
        setFailures(failed);
        await reloadLists();
      }),
    card: run.phase !== 'idle' && (
      <div className="channels-note">
        <ProgressRun
          title={shown.title}
          run={
            shown.isOnGateway ? { ...run, stop: () => void call(stopChannelTests, {}).then(run.stop) } : run
          }
        >
          {failures.length > 0 && (
            <Button size="small" onClick={() => setListed(true)}>
              {t('channels.run.view-failed')}
            </Button>
          )}
        </ProgressRun>
        {isListed && <FailuresDialog failures={failures} onClose={() => setListed(false)} />}
      </div>
    ),
  };
}

function toFailed({ id, name, code, details }: FailedChannelTest): FailedChannel {
  return { id, name, error: { code, details } };
}

/** Calls back once when the gateway was testing all channels as the page opened. */
function useRunningTests(onRunning: () => void): void {
  const { data } = useData(getChannelTests, {}, { revalidateOnFocus: false });
  const isSeen = useRef(false);
  const isRunning = data?.running ?? false;
  useEffect(() => {
    if (isSeen.current || !isRunning) return;
    isSeen.current = true;
    onRunning();
  });
}
