import { answering, type Route, unknown } from '../routes/serving.ts';
import { fetchDrawing, fetchSeed, listDrawings, recordDrawing } from './midjourney-fetch.ts';
import { sendImage } from './midjourney-image.ts';
import { type MidjourneyAddress, submitDrawing } from './midjourney-submit.ts';
import { midjourneyErrors, sunoErrors } from './refusals.ts';
import { fetchSong, listSongs, submitSong } from './suno.ts';

/** Returns the route of drawings and songs; `undefined` for all other paths. */
export function findTaskRoute(method: string, path: string): Route | undefined {
  if (path.startsWith('/suno/')) return songRoute(method, path);
  const [, mode = '', task = ''] = /^(?:\/([\w-]{1,32}))?\/mj\/(.+)$/.exec(path) ?? [];
  // The console's own lists of drawings.
  if (task === '' || mode === 'api') return undefined;
  return drawingRoute(method, path, { mode, task });
}

function drawingRoute(method: string, path: string, address: MidjourneyAddress): Route | undefined {
  const { mode, task } = address;
  const found = `${method} ${task}`;
  const id = (pattern: RegExp) => decode(pattern.exec(found)?.[1]);
  if (/^POST (?:submit\/[a-z-]+|insight-face\/swap)$/.test(found))
    return { dialect: midjourneyErrors, serve: (ctx, exchange) => submitDrawing(ctx, exchange, address) };
  if (found === 'POST notify') return answering(midjourneyErrors, recordDrawing);
  if (found === 'POST task/list-by-condition') return answering(midjourneyErrors, listDrawings);
  const fetched = id(/^GET task\/([^/]+)\/fetch$/);
  if (fetched !== undefined)
    return answering(midjourneyErrors, (ctx, exchange) => fetchDrawing(ctx, exchange, fetched));
  const seeded = id(/^GET task\/([^/]+)\/image-seed$/);
  if (seeded !== undefined)
    return answering(midjourneyErrors, (ctx, exchange) => fetchSeed(ctx, exchange, seeded));
  const shown = id(/^(?:GET|HEAD) image\/([^/]+)$/);
  if (shown !== undefined)
    return { dialect: midjourneyErrors, serve: (ctx, exchange) => sendImage(ctx, exchange, shown) };
  // Below a mode, the path may belong to another page.
  const isOurs = mode === '' || /^(?:submit|task|image|insight-face|notify)\b/.test(task);
  return isOurs ? unknown(midjourneyErrors, method, path) : undefined;
}

function songRoute(method: string, path: string): Route {
  const action = /^\/suno\/submit\/([^/]+)$/.exec(path)?.[1];
  if (method === 'POST' && action !== undefined)
    return { dialect: sunoErrors, serve: (ctx, exchange) => submitSong(ctx, exchange, decode(action) ?? '') };
  if (method === 'POST' && path === '/suno/fetch') return answering(sunoErrors, listSongs);
  const id = decode(/^\/suno\/fetch\/([^/]+)$/.exec(path)?.[1]);
  if (method === 'GET' && id !== undefined)
    return answering(sunoErrors, (ctx, exchange) => fetchSong(ctx, exchange, id));
  return unknown(sunoErrors, method, path);
}

function decode(segment: string | undefined): string | undefined {
  try {
    return segment && decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
