import { act } from '@testing-library/react';

/** Sends a message like a widget's frame, with the nonce of that frame. */
export function sayFromWidget(
  frame: HTMLElement,
  message: Record<string, unknown>,
  { origin = window.location.origin, nonce = nonceOf(frame), source = windowOf(frame) } = {},
): void {
  const data = { nonce, ...message };
  const event = Object.assign(new MessageEvent('message', { data, origin }), {});
  Object.defineProperty(event, 'source', { value: source });
  act(() => void window.dispatchEvent(event));
}

function nonceOf(frame: HTMLElement): string {
  return new URL(frame.getAttribute('src') ?? '', window.location.href).hash.slice(1).split(',')[0] ?? '';
}

function windowOf(frame: HTMLElement): Window | null {
  return (frame as HTMLIFrameElement).contentWindow;
}
