import type { Channel } from '@tollgate/contract';
import { useErrorMessage } from '@tollgate/i18n';
import { Button, useFormat } from '@tollgate/ui/core';
import { Dialog, Input } from '@tollgate/ui/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConnectionCode, connectionCodeOf } from '../health/connection-code.tsx';
import { TestNow } from '../health/test-now.tsx';
import { useTestChannel } from './channel-work.data.ts';
import './test-dialog.css';

type Outcome = { timeMs: number } | { problem: string; code: string | undefined } | 'running';

/** Tests a channel, first with its default model, then with those that the user chooses. */
export function TestDialog({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const { t } = useTranslation('area.admin-channels');
  const [search, setSearch] = useState('');
  const { outcomes, test } = useOutcomes(channel.id);
  const wanted = search.trim().toLowerCase();
  const models = channel.models.split(',').filter((name) => name.toLowerCase().includes(wanted));
  return (
    <Dialog title={t('channels.test.title', { name: channel.name })} width={720} onClose={onClose}>
      <TestNow channel={channel} hint="" isStarted />
      <h2 className="channels-test-head">{t('channels.test.models')}</h2>
      <Input
        allowClear
        aria-label={t('channels.test.search')}
        placeholder={t('channels.test.search')}
        value={search}
        onChange={setSearch}
      />
      <ul className="channels-test-models">
        {models.map((model) => (
          <li key={model}>
            <span title={model}>{model}</span>
            <Button
              size="small"
              loading={outcomes.get(model) === 'running'}
              aria-label={t('channels.test.model', { model })}
              onClick={() => void test(model)}
            >
              {t('channels.test.one')}
            </Button>
            <OutcomeLine outcome={outcomes.get(model)} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function OutcomeLine({ outcome }: { outcome: Outcome | undefined }) {
  const { t } = useTranslation('area.admin-channels');
  const format = useFormat();
  if (!outcome || outcome === 'running') return null;
  if ('problem' in outcome)
    return (
      <small className="channels-test-problem">
        {outcome.problem}
        <ConnectionCode code={outcome.code} />
      </small>
    );
  return <small role="status">{t('channels.test.took', { time: format.duration(outcome.timeMs) })}</small>;
}

function useOutcomes(id: number) {
  const ask = useTestChannel();
  const errorMessage = useErrorMessage();
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const note = (model: string, outcome: Outcome) => setOutcomes((all) => new Map(all).set(model, outcome));

  async function test(model: string) {
    note(model, 'running');
    try {
      note(model, { timeMs: await ask(id, model) });
    } catch (error) {
      note(model, { problem: errorMessage(error), code: connectionCodeOf(error) });
    }
  }
  return { outcomes, test };
}
