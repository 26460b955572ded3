import type * as z from 'zod/mini';
import type { Part } from '../../core/chat.ts';
import { SIGNED } from './gemini-content.ts';
import { PartialArgs, type streamedCall } from './gemini-partial-args.ts';

interface CallPart {
  functionCall: z.output<typeof streamedCall>;
  thoughtSignature?: string | undefined;
}

/** Numbers the tool calls of an answer. Collects those whose arguments are streamed in pieces. */
export class ToolCalls {
  count = 0;
  #open: { index: number; args: PartialArgs } | undefined;

  read({ functionCall: call, thoughtSignature }: CallPart, answerId: string): Part[] {
    if (!call.name && this.#open) return this.#continue(call);
    const closed = this.close();
    const index = this.count++;
    const signature = thoughtSignature && { signature: SIGNED + thoughtSignature };
    const { id, name = '', args = {} } = call;
    const start = { index, id: id || `call_${answerId}_${index}`, name, ...signature };
    const begun: Part[] = [...closed, { type: 'tool-call-start', ...start }];
    if (!call.willContinue && !call.partialArgs)
      return [...begun, { type: 'tool-call-delta', index, input: JSON.stringify(args) }];
    this.#open = { index, args: new PartialArgs() };
    return [...begun, ...this.#continue(call)];
  }

  /** Ends a call whose last piece is missing. */
  close(): Part[] {
    if (!this.#open) return [];
    const { index, args } = this.#open;
    this.#open = undefined;
    return [{ type: 'tool-call-delta', index, input: args.toJson() }];
  }

  #continue({ partialArgs, willContinue }: CallPart['functionCall']): Part[] {
    this.#open?.args.add(partialArgs ?? []);
    return willContinue ? [] : this.close();
  }
}
