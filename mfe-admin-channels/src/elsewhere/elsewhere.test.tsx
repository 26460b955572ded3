import { screen, waitFor } from '@testing-library/react';
import { answer, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import { countChannels } from '@tollgate/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { area } from '../area.tsx';
import { ChannelNow } from './channel-now.tsx';
import { TrippedBadge } from './tripped-badge.tsx';

afterEach(forgetAnswers);

test.each([
  [2, { count: 2, label: '2 channels were disabled automatically' }],
  [0, null],
])('with %s disabled channels the menu gets the count and its words', async (tripped, badge) => {
  answer(countChannels, { enabled: 1, disabled: 5, tripped });
  const onBadge = vi.fn();
  const children = <TrippedBadge onBadge={onBadge} />;
  await renderArea({ id: 'admin-channels', area, role: 'admin', path: '/', children });
  await waitFor(() => expect(onBadge).toHaveBeenLastCalledWith(badge));
});

test('a call without a channel sends no request and shows a dash', async () => {
  const row = { id: 1, at: 1, model: 'm', tokenName: '', username: 'ada', channelId: 0 };
  const children = <ChannelNow row={row} rows={[row]} />;
  await renderArea({ id: 'admin-channels', area, role: 'admin', path: '/', children });
  expect(screen.getByText('–')).toBeTruthy();
});
