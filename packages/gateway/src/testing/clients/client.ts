import type { Scene } from '../fluent/scene.ts';

/** Where a client calls, and with which key: the gateway, or a provider itself. */
export interface Access {
  url: string;
  key: string;
}

/** The fields of an answer that an application uses, the same for every client. */
export interface ComparableResult {
  text: string;
  calls: { name: string; input: unknown }[];
  end: 'stop' | 'tools';
  usage: [input: number, output: number];
}

export interface Read extends ComparableResult {
  /** The whole answer as the client returns it. */
  raw: unknown;
}

export interface OfficialClient {
  name: string;
  /** The model of the vendor whose dialect this client speaks. */
  own: 'm-openai' | 'm-claude' | 'm-gemini';
  ask(access: Access, model: string, scene: Scene, stream: boolean): Promise<Read>;
}

export const toComparable = ({ raw: _, ...rest }: Read): ComparableResult => rest;
