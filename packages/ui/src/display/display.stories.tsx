import type { Meta, StoryObj } from '@storybook/react';
import {
  Button,
  CopyText,
  Logo,
  PageHeader,
  StatTile,
  StatTiles,
  StatusTag,
  TagList,
  TimeAgo,
} from '../core.ts';
import { IconThunderbolt } from '../icons/icons.ts';

const meta: Meta = { title: 'Display/Pieces' };
export default meta;

export const Header: StoryObj = {
  render: () => (
    <PageHeader
      title="Channels"
      description="Where requests go: providers, their keys and models."
      actions={
        <>
          <Button>Export</Button>
          <Button type="primary">Add channel</Button>
        </>
      }
    />
  ),
};

export const Tiles: StoryObj = {
  render: () => (
    <StatTiles>
      <StatTile label="Balance" value="$1,204.50" hint="Lasts about 12 days" />
      <StatTile label="Balance" value="-$0.01" tone="attention" hint="Top up to go on" />
      <StatTile
        label="Requests"
        icon={<IconThunderbolt />}
        value="12.3k"
        trend={{ direction: 'up', text: '8%', good: true }}
        hint="since yesterday"
      />
      <StatTile label="Latency" value="840 ms" trend={{ direction: 'up', text: '12%', good: false }} />
      <StatTile label="Tokens" value="" loading />
    </StatTiles>
  ),
};

export const StatusTags: StoryObj = {
  render: () => (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
      <StatusTag tone="success">Enabled</StatusTag>
      <StatusTag tone="warning" hint="The provider answered 401 three times.">
        Auto-disabled
      </StatusTag>
      <StatusTag tone="danger">Failed</StatusTag>
      <StatusTag tone="info">Running</StatusTag>
      <StatusTag tone="neutral">Disabled</StatusTag>
    </div>
  ),
};

export const Tags: StoryObj = {
  render: () => (
    <div style={{ display: 'flex', flexDirection: 'column', gap: 16 }}>
      <TagList items={['gpt-4o', 'gpt-4o-mini', `model-${'x'.repeat(200)}`, 'o3', 'o4-mini']} />
      <TagList items={[]} />
    </div>
  ),
};

export const Copyable: StoryObj = {
  render: () => (
    <div style={{ maxWidth: 280 }}>
      <CopyText text="sk-tollgate-4f1c8b2e7d9a0c3e5f6b8a1d2c4e6f80" what="token" />
    </div>
  ),
};

export const Times: StoryObj = {
  render: () => (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
      <TimeAgo at={Math.floor(Date.now() / 1000) - 7300} />
      <TimeAgo at={0} />
    </div>
  ),
};

export const Mark: StoryObj = {
  render: () => (
    <div style={{ display: 'flex', gap: 16, alignItems: 'center', color: 'var(--tg-brand)' }}>
      {[16, 24, 48, 96].map((size) => (
        <Logo key={size} size={size} title="Tollgate" />
      ))}
    </div>
  ),
};

export const Buttons: StoryObj = {
  render: () => (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
      <Button type="primary">Create token</Button>
      <Button>Cancel</Button>
      <Button type="outline">Outline</Button>
      <Button type="text">More</Button>
      <Button type="primary" status="danger">
        Delete token
      </Button>
      <Button status="danger">Delete</Button>
      <Button type="text" status="danger">
        Remove
      </Button>
      <Button type="primary" disabled>
        Not yet
      </Button>
    </div>
  ),
};
