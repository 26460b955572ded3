import { useSession } from '@tollgate/console-sdk';
import { useErrorMessage } from '@tollgate/i18n';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { ChatSettings } from './chat-message.ts';
import type { Conversation } from './conversation.ts';
import { lanesOf } from './lanes.ts';

/** The user's conversation with one model, or with several side by side. */
export function useChat(settings: ChatSettings) {
  const errorMessage = useErrorMessage();
  const lanes = lanesOf(useSession().user?.id ?? 0);
  const state = useSyncExternalStore(lanes.subscribe, lanes.get);
  const newest = useRef({ settings, errorMessage });
  newest.current = { settings, errorMessage };
  const count = 1 + settings.compare.length;
  useEffect(() => lanes.resize(count), [lanes, count]);

  const acts = useMemo(() => {
    const settingsNow = () => settingsOfLanes(newest.current.settings);
    const describe = (error: unknown) => newest.current.errorMessage(error);
    return {
      send: (text: string, images: readonly string[] = []) =>
        lanes.send({ text, images }, settingsNow(), describe),
      /** Sends the last user message of a lane again; its previous reply is removed. */
      regenerate: (lane: Conversation) => {
        const { messages } = lane.get();
        const own = settingsNow()[lanes.get().lanes.indexOf(lane)];
        const end = messages.findLastIndex(({ role }) => role === 'user') + 1;
        if (own) void lane.send(messages.slice(0, end), own, describe);
      },
      rephrase: (place: number, text: string) => lanes.rephrase(place, text, settingsNow(), describe),
      /** Keeps the received part. */
      stop: lanes.stop,
      clear: lanes.clear,
    };
  }, [lanes]);

  return {
    ...acts,
    ...state,
    lanes: state.lanes.slice(0, count),
    models: [settings.model, ...settings.compare],
    /** Also keeps the draft when the page is left. */
    store: lanes,
  };
}

function settingsOfLanes(settings: ChatSettings): ChatSettings[] {
  return [settings.model, ...settings.compare].map((model) => ({ ...settings, model }));
}
