import type { Endpoint, Output } from '@tollgate/contract';
import { type ComponentType, type ReactNode, useEffect } from 'react';
import { SWRConfig } from 'swr';
import { type Answer, answers } from './testing/answers.ts';
import type { FailureReply } from './testing/failure-reply.ts';
import { install, type Received, received } from './testing/fake-fetch.ts';

/** What an endpoint answers in a story or test: its data, a failure, or a function of what was sent. */
export type Reply<E extends Endpoint> =
  | Output<E>
  | FailureReply
  | ((input: Record<string, unknown>) => Output<E> | FailureReply);

export interface ReplyOptions {
  /** Milliseconds before the answer; `Infinity` never answers, for loading states. */
  delayMs?: number;
}

/** Answers calls of one endpoint from now on; the newest answer of an endpoint counts. Answers how to take it back. */
export function answer<E extends Endpoint>(endpoint: E, reply: Reply<E>, options: ReplyOptions = {}) {
  const entry = { endpoint, reply, delayMs: options.delayMs ?? 0 };
  install();
  answers.add(entry);
  return () => {
    answers.delete(entry);
  };
}

/** Takes back all answers and forgets what was asked. Call it after each test. */
export function forgetAnswers(): void {
  answers.clear();
  received.length = 0;
}

/** What an endpoint was called with, oldest first. */
export function callsOf(endpoint: Endpoint): Received['input'][] {
  return received.filter(({ address }) => address === endpoint.address).map(({ input }) => input);
}

/** Story decorator: while the story is on screen, the endpoint answers so. Put several for several endpoints. */
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
  answers.add(entry); // before the children ask; the set keeps it once
  useEffect(() => {
    answers.add(entry);
    return () => {
      answers.delete(entry);
    };
  }, [entry]);
  return <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>{children}</SWRConfig>;
}
