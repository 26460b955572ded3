import { RelayError } from '../errors.ts';

/** A request to a Midjourney proxy. */
export interface MidjourneyAsk {
  /** IMAGINE, UPSCALE. */
  readonly action: string;
  /** The earlier task that it continues; empty for a new one. */
  readonly taskId: string;
}

export type MidjourneyBody = Readonly<Record<string, unknown>>;

/** Reads the action of a path below `/mj/`. @throws {RelayError} 400 that names what is missing */
export function readAsk(task: string, body: MidjourneyBody): MidjourneyAsk {
  const read = Object.hasOwn(asks, task) ? asks[task] : undefined;
  if (!read) throw new RelayError(400, 'unknown_action', { action: task.slice(0, 50) });
  return read(body);
}

/** The model name that routes and prices an action. */
export function modelOf(action: string): string {
  return action === 'SWAP_FACE' ? 'swap_face' : `mj_${action.toLowerCase()}`;
}

const asks: Record<string, (body: MidjourneyBody) => MidjourneyAsk> = {
  'submit/imagine'(body) {
    need(body, 'prompt', 'prompt_is_required');
    return { action: 'IMAGINE', taskId: '' };
  },
  'submit/describe': () => ({ action: 'DESCRIBE', taskId: '' }),
  'submit/blend': () => ({ action: 'BLEND', taskId: '' }),
  'submit/shorten': () => ({ action: 'SHORTEN', taskId: '' }),
  'submit/upload-discord-images': () => ({ action: 'UPLOAD', taskId: '' }),
  'insight-face/swap'(body) {
    need(body, 'sourceBase64', 'sourceBase64_and_targetBase64_is_required');
    need(body, 'targetBase64', 'sourceBase64_and_targetBase64_is_required');
    return { action: 'SWAP_FACE', taskId: '' };
  },
  'submit/modal': (body) => ({ action: 'MODAL', taskId: need(body, 'taskId', 'task_id_is_required') }),
  'submit/change': readChange,
  'submit/simple-change': readSimpleChange,
  'submit/action'(body) {
    const customId = need(body, 'customId', 'custom_id_is_required');
    const taskId = need(body, 'taskId', 'task_id_is_required');
    return { action: actionOfButton(customId), taskId };
  },
};

const changes = new Set(['UPSCALE', 'VARIATION', 'REROLL']);
const letters: Record<string, string> = { u: 'UPSCALE', v: 'VARIATION', r: 'REROLL' };

function readChange(body: MidjourneyBody): MidjourneyAsk {
  const taskId = need(body, 'taskId', 'task_id_is_required');
  const action = need(body, 'action', 'action_is_required').toUpperCase();
  if (!changes.has(action)) throw new RelayError(400, 'unknown_action', { action: action.slice(0, 50) });
  const { index } = body;
  if (action !== 'REROLL' && !(typeof index === 'number' && [1, 2, 3, 4].includes(index)))
    throw new RelayError(400, 'index_is_required');
  return { action, taskId };
}

/** `1320098173412546 u2`. */
function readSimpleChange(body: MidjourneyBody): MidjourneyAsk {
  const content = need(body, 'content', 'content_is_required');
  const [, taskId = '', letter = ''] = /^(\S+)\s+(?:([uv])[1-4]|r)$/i.exec(content.trim()) ?? [];
  if (taskId === '') throw new RelayError(400, 'content_parse_failed');
  return { action: letters[letter.toLowerCase() || 'r'] ?? 'REROLL', taskId };
}

/** The button that was pressed: `MJ::JOB::upsample::2::…`, `MJ::Outpaint::50::1::…`. */
function actionOfButton(customId: string): string {
  const [, kind = '', job = ''] = customId.split('::');
  const button = kind === 'JOB' ? job : kind;
  const match = buttons.find(([begins]) => button.startsWith(begins));
  if (!match) throw new RelayError(400, 'unknown_action', { action: customId.slice(0, 50) });
  return match[1];
}

const buttons: [begins: string, action: string][] = [
  ['upsample', 'UPSCALE'],
  ['variation', 'VARIATION'],
  ['low_variation', 'LOW_VARIATION'],
  ['high_variation', 'HIGH_VARIATION'],
  ['pan', 'PAN'],
  ['reroll', 'REROLL'],
  ['Outpaint', 'ZOOM'],
  ['CustomZoom', 'CUSTOM_ZOOM'],
  ['Inpaint', 'INPAINT'],
];

type Missing = Extract<
  ConstructorParameters<typeof RelayError>[1],
  `${string}_is_required` | 'sourceBase64_and_targetBase64_is_required'
>;

function need(body: MidjourneyBody, field: string, missing: Missing): string {
  const value = body[field];
  if (typeof value !== 'string' || value.trim() === '') throw new RelayError(400, missing);
  return value;
}
