/** The facts of a provider: the one place for its name, address and rules. */
export interface ChannelTypeFacts {
  /** The code in the console API; never reused. */
  code: number;
  label: string;
  color:
    | 'green'
    | 'light-blue'
    | 'blue'
    | 'purple'
    | 'grey'
    | 'indigo'
    | 'teal'
    | 'orange'
    | 'violet'
    | 'pink';
  /** Used when a channel has no address; empty when the channel must have one. */
  baseUrl: string;
  /** What a channel of this type serves. Absent: model calls. */
  serves?: 'drawings' | 'songs' | 'nothing';
  /** Deprecated types are still served but no longer offered. */
  historic?: true;
  /** Its name in traces, where the conventions of OpenTelemetry have one. Absent: made of the label. */
  traceName?: string;
  /** How many keys a channel has. Absent: any number, one a line. `document`: one JSON document of several lines. */
  keys?: 'one' | 'document';
  /** The address of a channel is the whole URL of its chat endpoint. */
  hasWholeUrl?: true;
  /** How models are listed. Absent: at `/v1/models`, with a bearer key. `false`: a key alone cannot list models. */
  modelList?: ModelListFacts | false;
  /** Default of the field `other`. */
  defaultOther?: string;
  /** The field that holds the region of the host name. `key`: the third part of each key. */
  regionIn?: 'other' | 'key';
  /** A status 403 may mean that the account is closed; for other types it concerns one request. */
  closesAccountsWith403?: true;
  /** A status 400 may be the provider's fault, so the relay tries another channel. */
  retriesBadRequests?: true;
  /** It searches, or reads its own documents: prompts get longer than the request shows. */
  addsToPrompts?: true;
  /**
   * The provider goes on when the connection of a stream is closed, and bills the whole answer; or another one behind
   * it may: https://openrouter.ai/docs/api-reference/streaming (stream cancellation). Absent: it stops, as servers of
   * models do.
   */
  goesOnAfterHangUp?: true;
  /** Models are applications whose names only their owner knows. */
  hasOwnModelNames?: true;
}

/** A request for a list of models. */
export interface ModelListFacts {
  /** Path below the channel's address. `{other}` is filled in. */
  path: string;
  /** The header that carries the key, when it is not `authorization` with a bearer token. */
  keyHeader?: string;
  headers?: Readonly<Record<string, string>>;
}
