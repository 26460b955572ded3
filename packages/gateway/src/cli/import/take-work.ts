import { options as optionTable } from '@tollgate/contract/options';
import { insertMany } from '../../db/bulk.ts';
import { numberFromHere } from '../../db/portable.ts';
import { sealedPlace } from '../../modules/secrets/sealed-places.ts';
import * as pending from '../../modules/usage/repository/pending-tasks.ts';
import type { Step } from './run-steps.ts';
import { Fields } from './values.ts';

export const codeStep: Step = {
  name: 'codes',
  table: 'redemptions',
  key: 'id',
  async write(_, tx, rows, note) {
    const values: unknown[][] = [];
    for (const fields of rows.map((row) => new Fields(row))) {
      const id = fields.whole('id');
      const key = fields.text('key');
      const quota = fields.whole('quota');
      const isUsable = key !== '' && quota > 0;
      if (!isUsable) note('a code without a key or a value: disabled', id);
      const keyHash = tx.secrets.hash(key || `without a key ${id}`);
      const stored = fields.whole('status', 1);
      const ends = fields.whole('expired_time');
      const isOver = ends > 0 && ends <= tx.now() / 1000;
      const isUnused = stored === 1 && !fields.has('deleted_at');
      if (isUnused && isOver) note('its time is over: disabled', id);
      if (isUnused && ends > 0 && !isOver)
        note('codes have no end here: disable it when its time is over', `${id} until ${dayOf(ends)}`);
      values.push([
        id,
        fields.whole('user_id'),
        keyHash,
        tx.secrets.seal(key, sealedPlace.redemptionKey(keyHash)),
        stored === 1 && (!isUsable || isOver) ? 2 : stored,
        fields.text('name', 255),
        Math.max(0, quota),
        fields.whole('created_time'),
        fields.whole('redeemed_time'),
        fields.whole('used_user_id'),
        fields.date('deleted_at'),
      ]);
    }
    await insertMany(tx.db, insertCodes, values);
    return values.length;
  },
  finish: (_, tx) => numberFromHere(tx.db, 'redemptions'),
};

function dayOf(seconds: number): string {
  return new Date(Math.min(seconds, MOST_SECONDS) * 1000).toISOString().slice(0, 10);
}

/** The end of the year 9999. */
const MOST_SECONDS = 253_402_300_799;

/** Pending orders stay payable: the provider reports them by the same number. */
export const orderStep: Step = {
  name: 'orders',
  table: 'top_ups',
  key: 'id',
  async write({ options }, tx, rows) {
    const unit = optionTable.QuotaPerUnit.parse(
      options.get('QuotaPerUnit') || optionTable.QuotaPerUnit.default,
    );
    const values = rows.map((row) => {
      const fields = new Fields(row);
      const amount = fields.whole('amount');
      return [
        fields.whole('id'),
        fields.whole('user_id'),
        amount,
        fields.number('money'),
        fields.text('trade_no', 255),
        fields.whole('create_time'),
        fields.text('status', 20),
        Math.max(0, Math.trunc(amount * unit)),
        fields.text('payment_method', 32),
        fields.whole('complete_time'),
      ];
    });
    await insertMany(tx.db, insertOrders, values);
    return values.length;
  },
  finish: (_, tx) => numberFromHere(tx.db, 'top_ups'),
};

const ENDED = new Set(['SUCCESS', 'FAILURE', 'FAILED']);

export const drawingStep: Step = {
  name: 'drawings',
  table: 'midjourneys',
  key: 'id',
  async write(_, tx, rows, note) {
    const all = rows.map((row) => new Fields(row));
    await insertMany(tx.db, insertDrawings, all.map(drawingOf));
    for (const fields of all) {
      if (ENDED.has(fields.text('status')) || fields.text('mj_id') === '') continue;
      const row_id = fields.whole('id');
      await pending.add(tx.db, { platform: 'mj', row_id, request_id: `import-mj-${row_id}`, lease_until: 0 });
      note('still runs: it is followed, but its price is not given back if it fails', row_id);
    }
    return all.length;
  },
  finish: (_, tx) => numberFromHere(tx.db, 'midjourneys'),
};

function drawingOf(fields: Fields): unknown[] {
  return [
    ...['id', 'code', 'user_id'].map((column) => fields.whole(column)),
    fields.text('action', 40),
    fields.text('mj_id', 64),
    ...['prompt', 'prompt_en', 'description'].map((column) => fields.optional(column)),
    fields.text('state', 255),
    ...['submit_time', 'start_time', 'finish_time'].map((column) => fields.whole(column)),
    fields.optional('image_url'),
    fields.text('status', 20),
    fields.text('progress', 30),
    fields.optional('fail_reason'),
    fields.whole('channel_id'),
    fields.whole('quota'),
    fields.optional('buttons'),
    fields.optional('properties'),
  ];
}

export const taskStep: Step = {
  name: 'tasks',
  table: 'tasks',
  key: 'id',
  async write(_, tx, rows, note) {
    const all = rows.map((row) => new Fields(row));
    await insertMany(tx.db, insertTasks, all.map(taskOf));
    for (const fields of all) {
      const isFollowed = fields.text('platform') === 'suno' && fields.text('task_id') !== '';
      if (ENDED.has(fields.text('status')) || !isFollowed) continue;
      const row_id = fields.whole('id');
      await pending.add(tx.db, {
        platform: 'suno',
        row_id,
        request_id: `import-task-${row_id}`,
        lease_until: 0,
      });
      note('still runs: it is followed, but its price is not given back if it fails', row_id);
    }
    return all.length;
  },
  finish: (_, tx) => numberFromHere(tx.db, 'tasks'),
};

function taskOf(fields: Fields): unknown[] {
  return [
    ...['id', 'created_at', 'updated_at'].map((column) => fields.whole(column)),
    fields.text('task_id', 191),
    fields.text('platform', 30),
    ...['user_id', 'channel_id', 'quota'].map((column) => fields.whole(column)),
    fields.text('action', 40),
    fields.text('status', 20),
    fields.optional('fail_reason'),
    ...['submit_time', 'start_time', 'finish_time'].map((column) => fields.whole(column)),
    fields.text('progress', 20),
    fields.optional('properties'),
    fields.optional('data'),
  ];
}

const insertCodes = {
  table: 'redemptions',
  columns: [
    ...[
      'id',
      'user_id',
      'key_hash',
      'key_sealed',
      'status',
      'name',
      'quota',
      'created_time',
      'redeemed_time',
    ],
    ...['used_user_id', 'deleted_at'],
  ],
};
const insertOrders = {
  table: 'top_ups',
  columns: [
    ...['id', 'user_id', 'amount', 'money', 'trade_no', 'create_time', 'status', 'quota', 'payment_method'],
    'complete_time',
  ],
};
const insertDrawings = {
  table: 'midjourneys',
  columns: [
    ...['id', 'code', 'user_id', 'action', 'mj_id', 'prompt', 'prompt_en', 'description', 'state'],
    ...['submit_time', 'start_time', 'finish_time', 'image_url', 'status', 'progress', 'fail_reason'],
    ...['channel_id', 'quota', 'buttons', 'properties'],
  ],
};
const insertTasks = {
  table: 'tasks',
  columns: [
    ...['id', 'created_at', 'updated_at', 'task_id', 'platform', 'user_id', 'channel_id', 'quota', 'action'],
    ...[
      'status',
      'fail_reason',
      'submit_time',
      'start_time',
      'finish_time',
      'progress',
      'properties',
      'data',
    ],
  ],
};
