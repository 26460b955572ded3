import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Drawer, Form, FormDialog, FormDrawer, Input } from '../form.ts';
import { renderInConsole } from '../testing/render.tsx';

interface Draft {
  name: string;
  note?: string;
}

/** Arco fades overlays in, and a fading overlay ignores the pointer. */
const user = userEvent.setup({ pointerEventsCheck: 0 });

function renderDrawer(onSubmit: (draft: Draft) => unknown, onClose = vi.fn(), Shell = FormDrawer) {
  renderInConsole(
    <Shell<Draft>
      title="Add channel"
      submitText="Create channel"
      initial={{ name: '' }}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <Form.Item field="name" label="Name" rules={[{ required: true }]}>
        <Input />
      </Form.Item>
      <Form.Item field="note" label="Note">
        <Input />
      </Form.Item>
    </Shell>,
  );
  return onClose;
}

const submit = () => screen.getByRole('button', { name: 'Create channel' });

test.each([
  ['drawer', FormDrawer],
  ['dialog', FormDialog],
])('a %s saves the typed values and closes', async (_, Shell) => {
  const onSubmit = vi.fn();
  const onClose = renderDrawer(onSubmit, vi.fn(), Shell);
  await user.type(screen.getByLabelText('Name'), 'eu-west');
  await user.click(submit());
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(onSubmit).toHaveBeenCalledWith({ name: 'eu-west' });
});

test('a missing field shows an error, gets the focus and prevents sending', async () => {
  const onSubmit = vi.fn();
  renderDrawer(onSubmit);
  await user.click(submit());
  expect(await screen.findByText('Fill in “Name”.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
  expect(onSubmit).not.toHaveBeenCalled();
});

test('a double click sends one request', async () => {
  const saved = Promise.withResolvers<void>();
  const onSubmit = vi.fn(() => saved.promise);
  const onClose = renderDrawer(onSubmit);
  await user.type(screen.getByLabelText('Name'), 'eu-west');
  await user.dblClick(submit());
  await waitFor(() => expect(onSubmit).toHaveBeenCalled());
  saved.resolve();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(onSubmit).toHaveBeenCalledOnce();
});

test('an error that names a field is shown at that field', async () => {
  const details = { field: 'name', reason: 'too_long', limit: 30 };
  const onClose = renderDrawer(() => Promise.reject({ code: 'invalid_input', details }));
  await user.type(screen.getByLabelText('Name'), 'eu west');
  await user.click(submit());
  const message = await screen.findByText('Check “Name”: more than 30 characters.');
  expect(message.closest('.arco-form-item')?.textContent).toContain('Name');
  expect(onClose).not.toHaveBeenCalled();
});

test('a form scrolls to an error that belongs to no field', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {});
  renderDrawer(() => Promise.reject({ code: 'busy' }));
  await user.type(screen.getByLabelText('Name'), 'eu-west');
  scrolled.mockClear();
  await user.click(submit());
  const alert = await screen.findByRole('alert');
  expect(scrolled.mock.contexts.some((box) => (box as Element).contains(alert))).toBe(true);
  vi.restoreAllMocks();
});

test('the error of a field is cleared when the next submission fails for another reason', async () => {
  const refusal = { code: 'invalid_input', details: { field: 'note', reason: 'too_long', limit: 30 } };
  const onSubmit = vi.fn().mockRejectedValueOnce(refusal).mockRejectedValueOnce({ code: 'busy' });
  renderDrawer(onSubmit);
  await user.type(screen.getByLabelText('Name'), 'eu-west');
  await user.click(submit());
  await screen.findByText(/Check “Note”/);
  await user.click(submit());
  await screen.findByText(/The server is busy/);
  await waitFor(() => expect(screen.queryByText(/Check “Note”/)).toBeNull());
});

// @spec I026
test('a submission without a response does not suggest sending it again', async () => {
  const onClose = renderDrawer(() => Promise.reject({ code: 'network' }));
  await user.type(screen.getByLabelText('Name'), 'eu-west');
  await user.click(submit());
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /^The server didn't respond.*check before you submit again/,
  );
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('eu-west');
  expect(onClose).not.toHaveBeenCalled();
});

test('a submission without a connection suggests trying again', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  renderDrawer(() => Promise.reject({ code: 'network' }));
  await user.type(screen.getByLabelText('Name'), 'eu-west');
  await user.click(submit());
  expect((await screen.findByRole('alert')).textContent).toContain("Couldn't reach the server");
  vi.restoreAllMocks();
});

test("an invalid address shows the form's message, not the browser's", async () => {
  const onSubmit = vi.fn();
  renderInConsole(
    <FormDialog<{ email: string }> title="Bind" onSubmit={onSubmit} onClose={vi.fn()}>
      <Form.Item field="email" label="Email" rules={[{ maxLength: 9 }]}>
        <Input type="email" />
      </Form.Item>
    </FormDialog>,
  );
  await user.type(screen.getByLabelText('Email'), 'no address');
  expect(screen.getByLabelText('Email').closest('form')?.noValidate).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Use at most 9 characters.')).toBeTruthy();
  expect(onSubmit).not.toHaveBeenCalled();
});

test('a taken name is reported at the name field', async () => {
  renderInConsole(
    <FormDialog<{ username: string }>
      title="Add user"
      onSubmit={() => Promise.reject({ code: 'username_taken' })}
      onClose={vi.fn()}
    >
      <Form.Item field="username" label="Username">
        <Input />
      </Form.Item>
    </FormDialog>,
  );
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const message = await screen.findByText('This name is taken. Choose another one.');
  expect(message.closest('.arco-form-item')?.textContent).toContain('Username');
});

test('a server error shows the request id', async () => {
  renderDrawer(() => Promise.reject({ code: 'internal', requestId: 'req-77' }));
  await user.type(screen.getByLabelText('Name'), 'eu-west');
  await user.click(submit());
  expect((await screen.findByRole('alert')).textContent).toContain('req-77');
});

test('any other error is shown on top and the form stays open', async () => {
  const onClose = renderDrawer(() => Promise.reject({ code: 'busy' }));
  await user.type(screen.getByLabelText('Name'), 'eu-west');
  await user.click(submit());
  expect((await screen.findByRole('alert')).textContent).toContain('The server is busy');
  expect(onClose).not.toHaveBeenCalled();
});

test('leaving a changed form asks for confirmation, leaving an untouched one does not', async () => {
  const onClose = renderDrawer(vi.fn());
  await user.type(screen.getByLabelText('Name'), 'x');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(onClose).not.toHaveBeenCalled();

  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click((await screen.findAllByRole('button', { name: 'Leave' })).at(-1)!);
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

function LoadedForm({ isLoaded, onClose }: { isLoaded: boolean; onClose: () => void }) {
  if (!isLoaded) return <Drawer visible title="Costs" footer={null} onCancel={onClose} />;
  return (
    <FormDrawer<Draft> title="Costs" onSubmit={vi.fn()} onClose={onClose}>
      <Form.Item field="name" label="Name">
        <Input />
      </Form.Item>
    </FormDrawer>
  );
}

function LoadingPage() {
  const [step, setStep] = useState(0);
  return (
    <>
      <button type="button" onClick={() => setStep(1)}>
        Open costs
      </button>
      {step > 0 && <LoadedForm isLoaded={step > 1} onClose={() => setStep(0)} />}
      {step === 1 && <Loaded onLoad={() => setStep(2)} />}
    </>
  );
}

function Loaded({ onLoad }: { onLoad: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onLoad, 50);
    return () => clearTimeout(timer);
  });
  return null;
}

test('a changed form that had to load gives the focus back to its opener when it is left', async () => {
  renderInConsole(<LoadingPage />);
  const opener = screen.getByRole('button', { name: 'Open costs' });
  await user.click(opener);
  await user.type(await screen.findByLabelText('Name'), 'x');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click((await screen.findAllByRole('button', { name: 'Leave' })).at(-1)!);
  await waitFor(() => expect(screen.queryByLabelText('Name')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

test('a hanging form can be left and does not close twice when its response arrives', async () => {
  const saved = Promise.withResolvers<void>();
  const onClose = renderDrawer(() => saved.promise);
  await user.type(screen.getByLabelText('Name'), 'eu-west');
  await user.click(submit());
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  saved.resolve();
  await saved.promise;
  expect(onClose).toHaveBeenCalledOnce();
});

test('a hanging form stays when the user keeps waiting', async () => {
  const saved = Promise.withResolvers<void>();
  const onClose = renderDrawer(() => saved.promise);
  await user.type(screen.getByLabelText('Name'), 'eu-west');
  await user.click(submit());
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Keep waiting' }));
  expect(onClose).not.toHaveBeenCalled();
  saved.resolve();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

test('a failure after leaving is shown as a toast', async () => {
  const saved = Promise.withResolvers<void>();
  renderDrawer(() => saved.promise);
  await user.type(screen.getByLabelText('Name'), 'eu-west');
  await user.click(submit());
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  saved.reject({ code: 'busy' });
  expect((await screen.findByText(/The server is busy/)).closest('.arco-message')).toBeTruthy();
});

test('a drawer is announced as a dialog with its title', async () => {
  renderDrawer(vi.fn());
  expect(await screen.findByRole('dialog', { name: 'Add channel' })).toBeTruthy();
});

test.each([
  ['Keep editing', 0],
  ['Leave', 1],
])("the browser's back button asks about unsaved changes: %s", async (answer, steps) => {
  const traverseTo = vi.fn();
  const navigation = Object.assign(new EventTarget(), { traverseTo });
  vi.stubGlobal('navigation', navigation);
  const onClose = renderDrawer(vi.fn());
  expect(goBack(navigation)).toBe(true);

  await user.type(screen.getByLabelText('Name'), 'x');
  expect(goBack(navigation)).toBe(false);
  await user.click(await screen.findByRole('button', { name: answer }));
  await waitFor(() => expect(traverseTo).toHaveBeenCalledTimes(steps));
  expect(onClose).toHaveBeenCalledTimes(steps);
  vi.unstubAllGlobals();
});

/** True when the navigation was not intercepted. */
function goBack(navigation: EventTarget): boolean {
  const step = Object.assign(new Event('navigate', { cancelable: true }), {
    navigationType: 'traverse',
    destination: { key: 'before' },
  });
  return navigation.dispatchEvent(step);
}
