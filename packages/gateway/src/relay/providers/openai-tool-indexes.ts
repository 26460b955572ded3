interface SentCall {
  index?: number | null | undefined;
  id?: string | null | undefined;
  function?: { name?: string | null | undefined } | null | undefined;
}

/** Numbers tool calls. Some vendors send every call with index 0, or none: another id is another call. */
export class ToolIndexes {
  readonly #open = new Map<number, { index: number; id: string }>();
  #count = 0;

  find(call: SentCall, place: number): { index: number; isNew: boolean } {
    const sent = call.index ?? place;
    const known = this.#open.get(sent);
    if (known && (!call.id || call.id === known.id || !call.function?.name))
      return { index: known.index, isNew: false };
    const begun = { index: this.#count++, id: call.id ?? '' };
    this.#open.set(sent, begun);
    return { index: begun.index, isNew: true };
  }
}
