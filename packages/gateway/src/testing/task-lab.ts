import { pollDrawings, pollSongs } from '../jobs/poll-tasks.ts';
import { findBalance } from '../ledger/post.ts';
import { type RelayLab, startRelayLab } from './relay.ts';
import { type ReceivedCall, type Script, sendJson } from './upstream.ts';

/** A provider of drawings and songs, and a caller of both. */
export interface TaskLab extends RelayLab {
  /** The provider's tasks by id, in the format of its list endpoint. */
  readonly works: Map<string, Record<string, unknown>>;
  /** Answers the next submissions. */
  order: Script;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<JsonResponse>;
  /** Submits a drawing. */
  imagine(headers?: Record<string, string>): Promise<JsonResponse>;
  /** Submits one and waits for its end, a success unless `work` says otherwise. Returns its id. */
  finished(work?: Record<string, unknown>): Promise<string>;
  /** Runs both pollers once. */
  pollOnce(): Promise<void>;
  balance(): Promise<number>;
  /** Moves the clock of the gateway. */
  wait(ms: number): void;
  /** Submissions that arrived at the provider. */
  orders(): ReceivedCall[];
}

export interface JsonResponse {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each test reads what it expects
  json: any;
}

type LabOptions = NonNullable<Parameters<typeof startRelayLab>[0]>;

/** Starts a lab with one channel for drawings and one for songs. */
export async function startTaskLab(options: LabOptions = {}): Promise<TaskLab> {
  let clock = Date.now();
  const works: TaskLab['works'] = new Map();
  const base = await startRelayLab({ now: () => clock, channel: false, ...options });
  const lab: TaskLab = {
    ...base,
    works,
    order: accepting(works),
    call: (method, path, body, headers = {}) => send(base, { method, path, body, headers }),
    imagine: (headers) => lab.call('POST', '/mj/submit/imagine', { prompt: 'a red fox' }, headers),
    async finished(work) {
      const { result: id } = (await lab.imagine()).json;
      const imageUrl = `${base.upstream.url}/pictures/${id}.png`;
      works.set(id, { id, status: 'SUCCESS', progress: '100%', imageUrl, ...work });
      await lab.pollOnce();
      return id;
    },
    async pollOnce() {
      await base.ctx.ledger.settled();
      await pollDrawings.run(base.ctx);
      await pollSongs.run(base.ctx);
      await base.ctx.ledger.deliver();
    },
    async balance() {
      await base.ctx.ledger.settled();
      return (await findBalance(base.ctx.db, { ownerType: 'user', ownerId: base.payer.id }))?.balance ?? 0;
    },
    wait(ms) {
      clock += ms;
    },
    orders: () => base.upstream.calls.filter(({ path }) => /submit|insight-face/.test(path)),
  };
  base.upstream.script = (call, response) => {
    if (call.path.endsWith('/list-by-condition')) return sendJson(response, 200, listed(works, call));
    if (call.path === '/suno/fetch')
      return sendJson(response, 200, { code: 'success', message: '', data: listed(works, call) });
    return lab.order(call, response);
  };
  await lab.channel({ type: 2, models: drawingModels, key: 'mj-provider-secret-1' });
  await lab.channel({ type: 36, models: 'suno_music,suno_lyrics', key: 'suno-provider-secret-1' });
  return lab;
}

export const drawingModels = [
  'imagine,upscale,variation,reroll,blend,describe,shorten,modal,zoom,custom_zoom,inpaint,pan,upload',
  'high_variation,low_variation',
]
  .flatMap((line) => line.split(','))
  .map((name) => `mj_${name}`)
  .concat('swap_face')
  .join(',');

/** Accepts every submission and numbers it. */
function accepting(works: TaskLab['works']): Script {
  return ({ path }, response) => {
    const id = `task-${works.size + 1}`;
    if (path.startsWith('/suno/')) {
      works.set(id, { task_id: id, status: 'SUBMITTED', progress: '0%' });
      return sendJson(response, 200, { code: 'success', message: '', data: id });
    }
    works.set(id, { id, status: 'IN_PROGRESS', progress: '0%' });
    return sendJson(response, 200, { code: 1, description: 'Submit success', properties: {}, result: id });
  };
}

function listed(works: TaskLab['works'], { json }: ReceivedCall): unknown[] {
  return (json.ids as string[]).map((id) => works.get(id)).filter(Boolean);
}

interface SentCall {
  method: string;
  path: string;
  body: unknown;
  headers: Record<string, string>;
}

async function send(
  { url, key }: RelayLab,
  { method, path, body, headers }: SentCall,
): Promise<JsonResponse> {
  const response = await fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    json: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
  };
}
