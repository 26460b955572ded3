/** What the parts of the console tell each other. Names carry their version; payloads are plain JSON. */
export interface ConsoleEvents {
  /** Somebody changed records of this kind: lists that show them read again. */
  'data.changed/v1': { entity: string; id?: number };
  /** The gateway decided anew who gets which build of some area. Told to who may see all areas. */
  'areas.changed/v1': Record<string, never>;
  /** The server refused the session. */
  'session.ended/v1': { reason: 'expired' | 'signed-out' };
}

export interface Bus<Events> {
  emit<Name extends keyof Events>(name: Name, payload: Events[Name]): void;
  /** The answer stops listening. `replay`: what was last told of this comes at once, for those who come late. */
  on<Name extends keyof Events>(
    name: Name,
    listener: (payload: Events[Name]) => void,
    options?: { readonly replay?: boolean },
  ): () => void;
}

/** A listener that throws is reported and disturbs no other listener. */
export function createBus<Events>(onError: (error: unknown) => void): Bus<Events> {
  const listeners = new Map<keyof Events, Set<(payload: never) => void>>();
  const last = new Map<keyof Events, unknown>();
  const tell = (listener: (payload: never) => void, payload: unknown) => {
    try {
      listener(payload as never);
    } catch (error) {
      onError(error);
    }
  };
  return {
    emit(name, payload) {
      last.set(name, payload);
      for (const listener of [...(listeners.get(name) ?? [])]) tell(listener, payload);
    },
    on(name, listener, { replay = false } = {}) {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set.add(listener));
      if (replay && last.has(name)) tell(listener, last.get(name));
      return () => set.delete(listener);
    },
  };
}
