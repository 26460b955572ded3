import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Form, FormDrawer, Input } from '../form.ts';
import { renderInConsole } from '../testing/render.tsx';

test.each(['not_signed_in', 'user_header_missing'])(
  'an ended session (%s) leaves no error in the form, which can be sent again',
  async (code) => {
    const user = userEvent.setup({ pointerEventsCheck: 0 });
    const onSubmit = vi.fn().mockRejectedValueOnce({ code }).mockResolvedValueOnce(undefined);
    const onClose = vi.fn();
    renderInConsole(
      <FormDrawer<{ name: string }> title="Add channel" onSubmit={onSubmit} onClose={onClose}>
        <Form.Item field="name" label="Name">
          <Input />
        </Form.Item>
      </FormDrawer>,
    );
    await user.type(screen.getByLabelText('Name'), 'eu-west');
    const save = screen.getByRole('button', { name: 'Save' });
    await user.click(save);
    await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
    await waitFor(() => expect(save.className).not.toContain('loading'));
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(save);
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  },
);
