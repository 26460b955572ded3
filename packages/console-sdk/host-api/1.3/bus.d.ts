import type { User } from '@tollgate/contract';
/** Events between the parts of the console. Names carry their version; payloads are plain JSON. */
export interface ConsoleEvents {
  /** Records of this kind changed: lists that show them reload. */
  'data.changed/v1': {
    entity: string;
    id?: number;
  };
  /** The gateway changed which builds of an area are served. Sent to users who may see all areas. */
  'areas.changed/v1': Record<string, never>;
  /** An area signed somebody in; the server has the session already. */
  'session.started/v1': {
    user: User;
  };
  /** The server refused the session. */
  'session.ended/v1': {
    reason: 'expired' | 'signed-out';
  };
}
/** Events between areas, by name. Delivery is synchronous. */
export interface Bus<Events> {
  emit<Name extends keyof Events>(name: Name, payload: Events[Name]): void;
  /** Returns the unsubscribe function. `replay` delivers the last event at once to late subscribers. */
  on<Name extends keyof Events>(
    name: Name,
    listener: (payload: Events[Name]) => void,
    options?: {
      readonly replay?: boolean;
    },
  ): () => void;
}
/** Creates an event bus. A throwing listener is reported and does not affect others. */
export declare function createBus<Events>(onError: (error: unknown) => void): Bus<Events>;
