import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import { listUnpriced, setPrices } from '@tollgate/contract';
import { afterEach, expect, test } from 'vitest';
import { area } from '../area.tsx';
import { unpriced } from './channel-prices.fixtures.ts';
import { UnpricedDialog } from './unpriced-dialog.tsx';

afterEach(forgetAnswers);

const open = () => {
  const children = <UnpricedDialog models={['claude-sonnet-4-5', 'in-house-model']} onClose={() => {}} />;
  return renderArea({ id: 'admin-channels', area, role: 'admin', path: '/channel', children });
};

test('models of a saved channel without a price are listed with proposals, and priced at once', async () => {
  answer(listUnpriced, unpriced);
  answer(setPrices, undefined);
  await open();
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText('like claude-sonnet-4-5-20250929')).toBeTruthy();
  expect(callsOf(listUnpriced)).toEqual([{ models: 'claude-sonnet-4-5,in-house-model' }]);
  const person = userEvent.setup({ pointerEventsCheck: 0 });
  await person.type(within(dialog).getByRole('textbox', { name: 'Input price of in-house-model' }), '0.2');
  await person.click(within(dialog).getByRole('button', { name: 'Set 2 prices' }));
  await waitFor(() =>
    expect(callsOf(setPrices)).toMatchObject([
      {
        prices: [
          { model: 'claude-sonnet-4-5', price: { input: 3, output: 15, cache_read: 0.3 } },
          { model: 'in-house-model', price: { input: 0.2, output: 0.2 } },
        ],
      },
    ]),
  );
});

test('nothing is shown when every model has a price', async () => {
  answer(listUnpriced, []);
  await open();
  await waitFor(() => expect(callsOf(listUnpriced)).toHaveLength(1));
  expect(screen.queryByRole('dialog')).toBeNull();
});
