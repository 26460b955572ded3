import { parentPort } from 'node:worker_threads';
import { countText } from './count-text.ts';

interface Question {
  id: number;
  model: string;
  texts: string[];
}

parentPort?.on('message', ({ id, model, texts }: Question) => {
  const tokens = texts.reduce((sum, text) => sum + countText(model, text), 0);
  parentPort?.postMessage({ id, tokens });
});
