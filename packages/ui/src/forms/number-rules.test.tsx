import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import {
  Form,
  FormDrawer,
  InputNumber,
  QuotaInput,
  useNumberRule,
  useQuotaRule,
  useReadableRule,
} from '../form.ts';
import { renderInConsole } from '../testing/render.tsx';

interface Draft {
  quota: number;
  count: number;
}

/** Arco fades overlays in, and a fading overlay ignores the pointer. */
const user = userEvent.setup({ pointerEventsCheck: 0 });

function Fields() {
  return (
    <>
      <Form.Item
        field="quota"
        label="Quota"
        rules={[useReadableRule(), { type: 'number', message: 'another rule' }, useQuotaRule()]}
      >
        <QuotaInput />
      </Form.Item>
      <Form.Item field="count" label="Count" rules={[useNumberRule({ min: 1, max: 100 })]}>
        <InputNumber min={1} max={100} />
      </Form.Item>
    </>
  );
}

function renderForm() {
  const onSubmit = vi.fn();
  renderInConsole(
    <FormDrawer<Draft>
      title="Codes"
      initial={{ quota: 500_000, count: 1 }}
      onSubmit={onSubmit}
      onClose={vi.fn()}
    >
      <Fields />
    </FormDrawer>,
  );
  return onSubmit;
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('spinbutton', { name });

test.each([
  ['Quota', '-5', 'Enter a number from $0.00 to $18,000,000,000.00.'],
  ['Quota', '0.0000001', 'The smallest amount is $0.000002.'],
  ['Quota', '9007199254740993', 'Enter a number from $0.00 to $18,000,000,000.00.'],
  ['Count', '500', 'Enter a number from 1 to 100.'],
  ['Count', '0', 'Enter a number from 1 to 100.'],
  ['Count', '1.5', 'Enter a whole number.'],
])(
  '%s %s is refused with what would be right, and no other number is saved for it',
  async (name, typed, sentence) => {
    const onSubmit = renderForm();
    await user.clear(field(name));
    await user.type(field(name), typed);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(onSubmit).not.toHaveBeenCalled();
  },
);

test.each([
  ['Quota', '1,000'],
  ['Quota', '1.000,5.1'],
  ['Count', 'five'],
  ['Count', '1e309'],
])('%s %s stays in the field, is refused, and no other number is saved for it', async (name, typed) => {
  const onSubmit = renderForm();
  await user.clear(field(name));
  await user.click(field(name));
  await user.paste(typed);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Enter a number, such as 1000 or 0.5.')).toBeTruthy();
  expect(field(name).value).toBe(typed);
  expect(onSubmit).not.toHaveBeenCalled();
});

test.each([
  ['0,5', 250_000],
  ['10,50', 5_250_000],
  ['1 000', 500_000_000],
  ['1.000,5', 500_250_000],
  ['０．５', 250_000],
])('an amount typed as %s is read with its decimal sign', async (typed, quota) => {
  const onSubmit = renderForm();
  await user.clear(field('Quota'));
  await user.type(field('Quota'), typed);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ quota, count: 1 }));
});

test('arrow keys stop at the bounds', async () => {
  renderForm();
  await user.click(field('Count'));
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(field('Count').value).toBe('1');
  expect(field('Count').getAttribute('aria-valuemax')).toBe('100');
});
