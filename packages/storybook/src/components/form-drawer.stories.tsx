import type { Meta, StoryObj } from '@storybook/react';
import { Button } from '@tollgate/ui/core';
import { Form, FormDrawer, Input, Select } from '@tollgate/ui/form';
import { docsOf } from '../docs/component-docs.tsx';
import { Opened } from './opened.tsx';

interface Draft {
  name: string;
  provider: string;
}

const fields = (
  <>
    <Form.Item field="name" label="Name" rules={[{ required: true }]} extra="Only administrators see it.">
      <Input placeholder="eu-west" />
    </Form.Item>
    <Form.Item field="provider" label="Provider" rules={[{ required: true }]}>
      <Select options={['OpenAI', 'Anthropic', 'DeepSeek']} />
    </Form.Item>
  </>
);
const filled = { name: 'eu-west', provider: 'OpenAI' };
const later = () => new Promise((resolve) => setTimeout(resolve, 3000));

const meta: Meta<typeof FormDrawer<Draft>> = {
  title: 'Components/FormDrawer',
  component: FormDrawer<Draft>,
  args: {
    title: 'Edit eu-west',
    submitText: 'Save',
    width: 520,
    initial: filled,
    onSubmit: () => undefined,
    children: fields,
  },
  argTypes: { children: { control: false }, initial: { control: false } },
};
export default meta;

export const Docs: StoryObj = docsOf({
  name: 'FormDrawer',
  from: '@tollgate/ui/form',
  use: 'Creates or edits one record. The list stays visible next to it. Up to three fields use FormDialog.',
  anatomy: [
    'Title with the name of the record, and the close button.',
    'Error of the whole form.',
    'Fields in one column, with hints and errors below them.',
    'Footer: other actions at the left, Cancel and the verb at the right.',
  ],
  dos: [
    'Render it while it is open: a new one begins with the stored values.',
    'Reject with `details.field`: the error appears at that field.',
    'Name the act on the button: “Create token”.',
  ],
  donts: [
    'Open a drawer from a drawer.',
    'Show a toast for an error: it belongs into the form.',
    'Disable the button until all is filled in.',
  ],
  keys: [
    ['Tab', 'Moves between fields; the focus stays in the drawer.'],
    ['Enter', 'In a field of one line: saves.'],
    ['Escape', 'Closes it, after a question when something would be lost.'],
  ],
  states: [
    {
      name: 'Empty',
      children: (
        <Opened text="Add a channel">
          {(close) => (
            <FormDrawer<Draft>
              title="Add channel"
              submitText="Add channel"
              onSubmit={() => undefined}
              onClose={close}
            >
              {fields}
            </FormDrawer>
          )}
        </Opened>
      ),
    },
    {
      name: 'Filled, with an action',
      children: (
        <Opened text="Edit eu-west">
          {(close) => (
            <FormDrawer<Draft>
              title="Edit eu-west"
              initial={filled}
              extra={<Button>Test</Button>}
              onSubmit={() => undefined}
              onClose={close}
            >
              {fields}
            </FormDrawer>
          )}
        </Opened>
      ),
    },
    {
      name: 'Loading: save it',
      children: (
        <Opened text="Edit with a slow server">
          {(close) => (
            <FormDrawer<Draft> title="Edit eu-west" initial={filled} onSubmit={later} onClose={close}>
              {fields}
            </FormDrawer>
          )}
        </Opened>
      ),
    },
    {
      name: 'Error: save it',
      children: (
        <Opened text="Edit without a network">
          {(close) => (
            <FormDrawer<Draft>
              title="Edit eu-west"
              initial={filled}
              onSubmit={() => Promise.reject({ code: 'network' })}
              onClose={close}
            >
              {fields}
            </FormDrawer>
          )}
        </Opened>
      ),
    },
    {
      name: 'Read only',
      children: (
        <Opened text="View eu-west">
          {(close) => (
            <FormDrawer<Draft>
              title="eu-west"
              initial={filled}
              readOnly="Only the super admin may change it."
              onSubmit={() => undefined}
              onClose={close}
            >
              {fields}
            </FormDrawer>
          )}
        </Opened>
      ),
    },
  ],
  page: '/channel/add',
});

export const Playground: StoryObj<typeof FormDrawer<Draft>> = {
  render: (args) => (
    <Opened isOpen text="Open">
      {(close) => <FormDrawer<Draft> {...args} onClose={close} />}
    </Opened>
  ),
};
