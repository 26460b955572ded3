import type { Meta, StoryObj } from '@storybook/react';
import { CodeSample, GroupRatioTag, GroupTag, PageHeader } from '../core.ts';
import { ActionsButton, ExportButton } from '../data.ts';
import { Form, Slider } from '../form.ts';
import { IconDelete, IconMore } from '../icons/icons.ts';
import { TabLinks } from '../router.ts';

const meta: Meta = { title: 'Display/Controls' };
export default meta;

/** The open tab is part of the URL; on a phone it is scrolled into view. */
export const Tabs: StoryObj = {
  render: () => (
    <TabLinks
      label="System settings"
      open="system"
      tabs={['Operation', 'Rate limits', 'Models', 'System', 'Other', 'Areas'].map((label) => ({
        id: label.toLowerCase(),
        label,
        search: `?tab=${label.toLowerCase()}`,
      }))}
    />
  ),
};

/** Actions of a whole list: an export next to a menu of other actions. */
export const ActionsOfAList: StoryObj = {
  render: () => (
    <PageHeader
      title="Channels"
      actions={
        <>
          <ExportButton fetchFile={async () => ({ name: 'channels.csv', content: new Blob(['id']) })} />
          <ActionsButton
            label="More"
            icon={<IconMore />}
            actions={[
              { key: 'test', label: 'Test all', onClick: () => undefined },
              {
                key: 'delete',
                label: 'Delete disabled',
                icon: <IconDelete />,
                danger: true,
                onClick: () => undefined,
              },
            ]}
          />
        </>
      }
    />
  ),
};

export const Code: StoryObj = {
  render: () => (
    <CodeSample
      label="curl"
      text={`curl https://gate.example.org/v1/chat/completions \\\n  -H "Authorization: Bearer sk-••••" \\\n  -d '{"model": "${'m'.repeat(160)}"}'`}
    />
  ),
};

export const Groups: StoryObj = {
  render: () => (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
      {['default', 'vip', 'svip', 'team', 'Donaudampfschifffahrtsgesellschaft'].map((name) => (
        <GroupTag key={name} name={name} />
      ))}
      {[0.8, 1.5, 4, 12].map((ratio) => (
        <GroupRatioTag key={ratio} ratio={ratio}>
          Group {ratio}
        </GroupRatioTag>
      ))}
    </div>
  ),
};

export const Amount: StoryObj = {
  render: () => (
    <Form layout="vertical" id="amount" style={{ maxWidth: 320 }} initialValues={{ share: 25 }}>
      <Form.Item field="share" label="Share of the users">
        <Slider />
      </Form.Item>
    </Form>
  ),
};
