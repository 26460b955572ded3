import type { Meta, StoryObj } from '@storybook/react';
import { Form, FormDialog, Input, QuotaInput } from '@tollgate/ui/form';
import { docsOf } from '../docs/component-docs.tsx';
import { Opened } from './opened.tsx';

interface Draft {
  quota: number;
}

const amount = (
  <Form.Item field="quota" label="Amount" rules={[{ required: true }]}>
    <QuotaInput negative />
  </Form.Item>
);

const meta: Meta<typeof FormDialog<Draft>> = {
  title: 'Components/FormDialog',
  component: FormDialog<Draft>,
  args: {
    title: 'Add quota',
    submitText: 'Add quota',
    width: 440,
    initial: { quota: 500_000 },
    onSubmit: () => undefined,
    children: amount,
  },
  argTypes: { children: { control: false }, initial: { control: false } },
};
export default meta;

export const Docs: StoryObj = docsOf({
  name: 'FormDialog',
  from: '@tollgate/ui/form',
  use: 'One to three fields that belong to one act: an amount, a password, a name. Records use FormDrawer.',
  anatomy: ['Title: the act.', 'Error of the whole form.', 'Fields in one column.', 'Cancel, and the verb.'],
  dos: ['Repeat the verb of the button that opened it.', 'Fill in the usual value.'],
  donts: ['Use it for a question without fields: use ConfirmAction.', 'Let it scroll: use FormDrawer.'],
  keys: [
    ['Tab', 'Moves between fields; the focus stays in the dialog.'],
    ['Enter', 'In a field of one line: runs the act.'],
    ['Escape', 'Closes it, after a question when something would be lost.'],
  ],
  states: [
    {
      name: 'Filled',
      children: (
        <Opened text="Add quota">
          {(close) => (
            <FormDialog<Draft>
              title="Add quota"
              submitText="Add quota"
              initial={{ quota: 500_000 }}
              onSubmit={() => undefined}
              onClose={close}
            >
              {amount}
            </FormDialog>
          )}
        </Opened>
      ),
    },
    {
      name: 'Error at a field: press Rename',
      children: (
        <Opened text="Rename with an empty name">
          {(close) => (
            <FormDialog<{ name: string }>
              title="Rename eu-west"
              submitText="Rename"
              onSubmit={() => undefined}
              onClose={close}
            >
              <Form.Item field="name" label="Name" rules={[{ required: true }]}>
                <Input />
              </Form.Item>
            </FormDialog>
          )}
        </Opened>
      ),
    },
    {
      name: 'Loading: press Add quota',
      children: (
        <Opened text="Add quota with a slow server">
          {(close) => (
            <FormDialog<Draft>
              title="Add quota"
              submitText="Add quota"
              initial={{ quota: 500_000 }}
              onSubmit={() => new Promise((resolve) => setTimeout(resolve, 3000))}
              onClose={close}
            >
              {amount}
            </FormDialog>
          )}
        </Opened>
      ),
    },
  ],
  page: '/user',
});

export const Playground: StoryObj<typeof FormDialog<Draft>> = {
  render: (args) => (
    <Opened isOpen text="Open">
      {(close) => <FormDialog<Draft> {...args} onClose={close} />}
    </Opened>
  ),
};
