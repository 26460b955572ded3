import type { Part } from '../../core/chat.ts';
import type { Conversion } from '../providers/provider.ts';

const OPEN = '<think>\n';
const CLOSE = '\n</think>\n';

/** Moves reasoning into the text, for callers without another place for it. */
export function thoughtsAsText(conversion: Conversion): Conversion {
  return {
    encode: conversion.encode,
    decode: (body) => conversion.decode(body).flatMap(createReasoningConverter()),
    createDecoder() {
      const decode = conversion.createDecoder();
      const convert = createReasoningConverter();
      return (data) => decode(data).flatMap(convert);
    },
  };
}

/** Parts of reasoning that only the vendor can read are not text. */
const sealed = new Set<Part['type']>(['reasoning-signature', 'sealed-reasoning']);
/** Parts apart from the text, which do not end the reasoning. */
const aside = new Set<Part['type']>(['start', 'usage']);

function createReasoningConverter(): (part: Part) => Part[] {
  let thinking = false;
  return (part) => {
    if (sealed.has(part.type)) return [];
    if (part.type === 'reasoning-delta') {
      const text = thinking ? part.text : OPEN + part.text;
      thinking = true;
      return [{ type: 'text-delta', text }];
    }
    if (!thinking || aside.has(part.type)) return [part];
    thinking = false;
    return part.type === 'text-delta'
      ? [{ type: 'text-delta', text: CLOSE + part.text }]
      : [{ type: 'text-delta', text: CLOSE }, part];
  };
}
