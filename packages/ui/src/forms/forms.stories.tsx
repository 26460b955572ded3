import type { Meta, StoryObj } from '@storybook/react';
import { Button } from '../core.ts';
import {
  Checkbox,
  DateTimePicker,
  Form,
  FormDialog,
  FormDrawer,
  Input,
  InputNumber,
  InputTag,
  JsonEditor,
  QuotaInput,
  Radio,
  SecretField,
  Select,
  Switch,
  TextArea,
  useJsonRule,
} from '../form.ts';

interface Draft {
  name: string;
  provider: string;
  key: string;
  mapping: string;
}

const meta: Meta = { title: 'Form/Forms' };
export default meta;

function Fields() {
  const json = useJsonRule();
  return (
    <>
      <Form.Item field="name" label="Name" rules={[{ required: true }]} extra="Only administrators see it.">
        <Input placeholder="eu-west" />
      </Form.Item>
      <Form.Item field="provider" label="Provider" rules={[{ required: true }]}>
        <Select showSearch options={['OpenAI', 'Anthropic', 'DeepSeek']} />
      </Form.Item>
      <Form.Item field="key" label="Key">
        <SecretField stored />
      </Form.Item>
      <Form.Item field="mapping" label="Model mapping" rules={[json]}>
        <JsonEditor placeholder='{"gpt-4o": "gpt-4o-2024-11-20"}' />
      </Form.Item>
    </>
  );
}

const initial = { name: 'eu-west', provider: 'OpenAI', mapping: '{"a": 1}' };

export const Drawer: StoryObj = {
  render: () => (
    <FormDrawer<Draft>
      title="Edit eu-west"
      initial={initial}
      extra={<Button>Test</Button>}
      onSubmit={() => new Promise((resolve) => setTimeout(resolve, 600))}
      onClose={() => undefined}
    >
      <Fields />
    </FormDrawer>
  ),
};

export const Refused: StoryObj = {
  render: () => (
    <FormDrawer<Draft>
      title="Edit eu-west"
      initial={initial}
      onSubmit={() => Promise.reject({ code: 'network' })}
      onClose={() => undefined}
    >
      <Fields />
    </FormDrawer>
  ),
  play: async ({ canvasElement }) => {
    const save = canvasElement.ownerDocument.querySelector<HTMLButtonElement>('.arco-btn-primary');
    save?.click();
  },
};

export const Dialog: StoryObj = {
  render: () => (
    <FormDialog<{ quota: number }>
      title="Add quota"
      submitText="Add quota"
      initial={{ quota: 500_000 }}
      onSubmit={() => undefined}
      onClose={() => undefined}
    >
      <Form.Item field="quota" label="Amount" rules={[{ required: true }]}>
        <QuotaInput negative />
      </Form.Item>
    </FormDialog>
  ),
};

export const Inputs: StoryObj = {
  render: () => (
    <Form
      layout="vertical"
      id="story"
      style={{ maxWidth: 720 }}
      initialValues={{ tags: ['gpt-4o'], expires: -1 }}
    >
      <Form.Item field="count" label="Count">
        <InputNumber min={0} />
      </Form.Item>
      <Form.Item field="tags" label="Models">
        <InputTag />
      </Form.Item>
      <Form.Item field="groups" label="Groups">
        <Select mode="multiple" options={['default', 'vip']} />
      </Form.Item>
      <Form.Item field="on" label="Enabled" triggerPropName="checked">
        <Switch />
      </Form.Item>
      <Form.Item field="mode" label="Mode">
        <Radio.Group options={['single', 'batch']} />
      </Form.Item>
      <Form.Item field="agree">
        <Checkbox>Send a mail when the balance is low</Checkbox>
      </Form.Item>
      <Form.Item field="expires" label="Expires">
        <DateTimePicker />
      </Form.Item>
      <Form.Item field="quota" label="Quota">
        <QuotaInput />
      </Form.Item>
      <Form.Item field="note" label="Note">
        <TextArea rows={3} />
      </Form.Item>
      <Form.Item field="off" label="Not now">
        <Input disabled />
      </Form.Item>
    </Form>
  ),
};
