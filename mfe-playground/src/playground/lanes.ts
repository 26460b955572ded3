import { type ChatMessage, type ChatSettings, makeId, makeMessage } from './chat-message.ts';
import { Conversation } from './conversation.ts';
import type { Picture } from './use-pictures.ts';

/** The most models that answer side by side. */
export const MAX_LANES = 3;

export interface LanesState {
  lanes: readonly Conversation[];
  started: boolean;
  /** Whether any reply is being written. */
  busy: boolean;
}

/** What is written but not sent. */
export interface Draft {
  text: string;
  pictures: readonly Picture[];
}

type Describe = (error: unknown) => string;

/** One conversation for each model that answers. What is written goes to all of them. */
export class Lanes {
  draft: Draft = { text: '', pictures: [] };
  /** Names the conversation in the history of this device. */
  id = makeId();
  #state: LanesState;
  readonly #listeners = new Set<() => void>();

  constructor() {
    this.#state = { lanes: [this.#create()], started: false, busy: false };
  }

  get = (): LanesState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** A new lane goes on from the first one; one that is no longer wanted ends. */
  resize(count: number): void {
    const { lanes } = this.#state;
    if (lanes.length === count) return;
    for (const lane of lanes.slice(count)) lane.clear();
    const added = Array.from({ length: Math.max(0, count - lanes.length) }, () =>
      this.#create(lanes[0]?.get().messages.filter(({ status }) => status !== 'loading')),
    );
    this.#update([...lanes.slice(0, count), ...added]);
  }

  /** Sends a message to every model. `settings` has those of each lane. */
  send(
    message: { text: string; images?: readonly string[] },
    settings: readonly ChatSettings[],
    describe: Describe,
  ): void {
    for (const [place, lane] of this.#state.lanes.entries()) {
      const own = settings[place];
      const question = makeMessage('user', message.text, 'complete', message.images);
      if (own) void lane.send([...lane.get().messages, question], own, describe);
    }
  }

  /** Sends an edited message; later messages are removed. Lanes have the same message in the same place. */
  rephrase(place: number, text: string, settings: readonly ChatSettings[], describe: Describe): void {
    for (const [number, lane] of this.#state.lanes.entries()) {
      const { messages } = lane.get();
      const own = settings[number];
      const edited = makeMessage('user', text, 'complete', messages[place]?.images);
      if (own) void lane.send([...messages.slice(0, place), edited], own, describe);
    }
  }

  /** Ends the replies and keeps the received parts. */
  stop = (): void => {
    for (const lane of this.#state.lanes) lane.stop();
  };

  clear = (): void => this.open(makeId(), []);

  /** Shows another conversation. */
  open(id: string, messages: readonly ChatMessage[]): void {
    this.id = id;
    for (const lane of this.#state.lanes) lane.show(messages);
  }

  #create(messages: readonly ChatMessage[] = []): Conversation {
    const lane = new Conversation();
    if (messages.length > 0) lane.show(messages);
    lane.subscribe(() => this.#update(this.#state.lanes));
    return lane;
  }

  /** Listeners are called when a reply begins or ends, not while it is written. */
  #update(lanes: readonly Conversation[]): void {
    const states = lanes.map((lane) => lane.get());
    const started = states.some(({ messages }) => messages.length > 0);
    const busy = states.some(({ reply }) => reply !== undefined);
    const known = this.#state;
    if (lanes === known.lanes && started === known.started && busy === known.busy) return;
    this.#state = { lanes, started, busy };
    for (const listener of this.#listeners) listener();
  }
}

let current: { userId: number; lanes: Lanes } | undefined;

/** Returns the conversation of a user in this tab. That of another user is dropped. */
export function lanesOf(userId: number): Lanes {
  if (current?.userId !== userId) {
    current?.lanes.stop();
    current = { userId, lanes: new Lanes() };
  }
  return current.lanes;
}
