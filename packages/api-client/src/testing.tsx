import type { Endpoint, Output } from '@tollgate/contract';
import { type ComponentType, type ReactNode, useEffect } from 'react';
import { SWRConfig } from 'swr';
import { type Answer, answers } from './testing/answers.ts';
import type { FailureReply } from './testing/failure-reply.ts';
import { install, type Received, received } from './testing/fake-fetch.ts';

/** The response of an endpoint in a story or test: its data, a failure, or a function of the input. */
export type Reply<E extends Endpoint> =
  | Output<E>
  | FailureReply
  | ((input: Record<string, unknown>) => Output<E> | FailureReply);

export interface ReplyOptions {
  /** Milliseconds before the response; `Infinity` never responds, for loading states. */
  delayMs?: number;
}

/** Sets the response for calls of one endpoint; the latest one wins. Returns a function that removes it. */
export function answer<E extends Endpoint>(endpoint: E, reply: Reply<E>, options: ReplyOptions = {}) {
  const entry = { endpoint, reply, delayMs: options.delayMs ?? 0 };
  install();
  answers.add(entry);
  return () => {
    answers.delete(entry);
  };
}

/** Removes all responses and recorded calls. Call it after each test. */
export function forgetAnswers(): void {
  answers.clear();
  received.length = 0;
}

/** Inputs of the calls to an endpoint, oldest first. */
export function callsOf(endpoint: Endpoint): Received['input'][] {
  return received.filter(({ address }) => address === endpoint.address).map(({ input }) => input);
}

/** Story decorator: sets the endpoint's response while the story is on screen. Use one decorator per endpoint. */
export function answering<E extends Endpoint>(endpoint: E, reply: Reply<E>, options: ReplyOptions = {}) {
  const entry = { endpoint, reply, delayMs: options.delayMs ?? 0 };
  return function withAnswer(Story: ComponentType) {
    return (
      <Answering entry={entry}>
        <Story />
      </Answering>
    );
  };
}

function Answering({ entry, children }: { entry: Answer; children: ReactNode }) {
  install();
  answers.add(entry); // before the children call the endpoint; the set keeps it once
  useEffect(() => {
    answers.add(entry);
    return () => {
      answers.delete(entry);
    };
  }, [entry]);
  return <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>{children}</SWRConfig>;
}
