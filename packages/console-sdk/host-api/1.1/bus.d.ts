/** What the parts of the console tell each other. Names carry their version; payloads are plain JSON. */
export interface ConsoleEvents {
  /** Somebody changed records of this kind: lists that show them read again. */
  'data.changed/v1': {
    entity: string;
    id?: number;
  };
  /** The gateway decided anew who gets which build of some area. Told to who may see all areas. */
  'areas.changed/v1': Record<string, never>;
  /** The server refused the session. */
  'session.ended/v1': {
    reason: 'expired' | 'signed-out';
  };
}
export interface Bus<Events> {
  emit<Name extends keyof Events>(name: Name, payload: Events[Name]): void;
  /** The answer stops listening. */
  on<Name extends keyof Events>(name: Name, listener: (payload: Events[Name]) => void): () => void;
}
/** A listener that throws is reported and disturbs no other listener. */
export declare function createBus<Events>(onError: (error: unknown) => void): Bus<Events>;
