type Json = Readonly<Record<string, unknown>>;

/** A whole response of an upstream. */
export interface WholeContent {
  readonly body: Buffer;
  /** Long strings and lists of numbers are cut where `readWhole` is there. */
  readonly json: Json;
  readonly contentType: string;
  readonly readWhole?: () => Json;
}
