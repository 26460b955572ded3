import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { DateTimePicker, Form, FormDrawer, Input, JsonEditor, Radio, SecretField, Select } from '../form.ts';
import { renderInConsole } from '../testing/render.tsx';

const required = [{ required: true, message: 'Required.' }];

function openForm() {
  renderInConsole(
    <FormDrawer<object> title="Channel" onSubmit={vi.fn()} onClose={vi.fn()}>
      <Form.Item field="name" label="Name" rules={required} extra="Only admins see it.">
        <Input />
      </Form.Item>
      <Form.Item field="provider" label="Provider" rules={required}>
        <Select options={['OpenAI']} />
      </Form.Item>
      <Form.Item field="expires" label="Expires" extra="In your time zone.">
        <DateTimePicker />
      </Form.Item>
      <Form.Item field="mode" label="Mode" extra="How keys are used.">
        <Radio.Group options={['random', 'in turn']} />
      </Form.Item>
      <Form.Item field="key" label="Key">
        <SecretField stored />
      </Form.Item>
      <Form.Item field="mapping" label="Mapping" extra="As JSON.">
        <JsonEditor />
      </Form.Item>
    </FormDrawer>,
  );
}

const field = (name: string) =>
  screen.findByLabelText(name, {
    selector: 'input:not(.arco-select-view-input), textarea, [role="combobox"]',
  });

function description(control: Element): string {
  const ids = control.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ');
}

test('each control refers to the hint of its field', async () => {
  openForm();
  expect(description(await field('Name'))).toBe('Only admins see it.');
  expect(description(await field('Expires'))).toBe('In your time zone.');
  expect(description(screen.getByRole('radiogroup'))).toBe('How keys are used.');
  expect(description(await field('Key'))).toBe('Leave blank to keep the current value.');
});

test('a refused field is invalid and refers to its error, until it is right', async () => {
  openForm();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const name = await field('Name');
  await waitFor(() => expect(description(name)).toBe('Required. Only admins see it.'));
  expect(name.getAttribute('aria-invalid')).toBe('true');
  const provider = await field('Provider');
  expect([description(provider), provider.getAttribute('aria-invalid')]).toEqual(['Required.', 'true']);
  await userEvent.type(name, 'eu-west');
  await waitFor(() => expect(description(name)).toBe('Only admins see it.'));
  expect(name.getAttribute('aria-invalid')).not.toBe('true');
});

test('required fields say so', async () => {
  openForm();
  const names = ['Name', 'Provider', 'Key'];
  const fields = await Promise.all(names.map(field));
  expect(fields.map((control) => control.getAttribute('aria-required'))).toEqual(['true', 'true', null]);
});

test('a control keeps the descriptions of its own', async () => {
  openForm();
  const mapping = await field('Mapping');
  await userEvent.type(mapping, '[[1');
  await userEvent.tab();
  await waitFor(() => expect(description(mapping)).toMatch(/JSON.*As JSON\./));
});
