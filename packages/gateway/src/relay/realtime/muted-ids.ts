import type { ActiveResponse } from './active-response.ts';
import { itemIdOf, type RealtimeEvent } from './events.ts';
import { RecentIds } from './recent-ids.ts';

/** Responses of which nothing more is forwarded, and their items. */
export class MutedIds {
  readonly #ids = new RecentIds();

  has(id: string | undefined): boolean {
    return id !== undefined && this.#ids.has(id);
  }

  /** Whether an event is about an item of such a response. */
  hasItemOf(event: RealtimeEvent): boolean {
    return String(event.type).startsWith('conversation.item.') && this.has(itemIdOf(event));
  }

  mute(response: ActiveResponse): void {
    response.isMuted = true;
    if (response.id !== undefined) this.#ids.add(response.id);
    for (const item of response.items) this.#ids.add(item);
  }

  addItem(response: ActiveResponse, event: RealtimeEvent): void {
    const item = itemIdOf(event);
    if (item === undefined) return;
    response.items.add(item);
    if (response.isMuted) this.#ids.add(item);
  }
}
