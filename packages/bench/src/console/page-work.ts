/** What a page did between {@link watchWork} and {@link readWork}. Both run in the page. */
export interface Work {
  commits: number;
  /** The most within one second. */
  commitsPerSecond: number;
  /** The longest time from an input event to the next paint. */
  eventMs: number;
  /** The longest time between two frames. */
  frameMs: number;
  /** Tasks of more than 50 ms. */
  longTasks: number;
  /** Pixels by which the height of the last message changed when it was complete. */
  jump: number;
}

interface Watch extends Work {
  startedAt: number;
  firstCommits: number;
  stop: () => void;
}

export function watchWork(): void {
  const hook = (globalThis as unknown as { __REACT_DEVTOOLS_GLOBAL_HOOK__: { commits: number } })
    .__REACT_DEVTOOLS_GLOBAL_HOOK__;
  const watch: Watch = {
    commits: 0,
    commitsPerSecond: 0,
    eventMs: 0,
    frameMs: 0,
    longTasks: 0,
    jump: 0,
    startedAt: performance.now(),
    firstCommits: hook.commits,
    stop: () => {},
  };
  Object.assign(globalThis, { watch });
  const events = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watch.eventMs = Math.max(watch.eventMs, duration);
  });
  events.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  const tasks = new PerformanceObserver((list) => {
    watch.longTasks += list.getEntries().length;
  });
  tasks.observe({ type: 'longtask' });

  let last = performance.now();
  let second = { from: last, commits: hook.commits };
  let height = 0;
  let isGoing = true;
  requestAnimationFrame(function frame(now) {
    if (!isGoing) return;
    watch.frameMs = Math.max(watch.frameMs, now - last);
    last = now;
    if (now - second.from >= 1000) {
      watch.commitsPerSecond = Math.max(watch.commitsPerSecond, hook.commits - second.commits);
      second = { from: now, commits: hook.commits };
    }
    const reply = document.querySelector<HTMLElement>('.playground-messages > li:last-child');
    if (reply?.dataset.status === 'incomplete') height = reply.offsetHeight;
    if (reply?.dataset.status === 'complete' && height > 0) {
      watch.jump = Math.abs(reply.offsetHeight - height);
      height = 0;
    }
    requestAnimationFrame(frame);
  });
  watch.stop = () => {
    isGoing = false;
    events.disconnect();
    tasks.disconnect();
  };
}

export function readWork(): Work {
  const { watch, __REACT_DEVTOOLS_GLOBAL_HOOK__: hook } = globalThis as unknown as {
    watch: Watch;
    __REACT_DEVTOOLS_GLOBAL_HOOK__: { commits: number };
  };
  watch.stop();
  const { commitsPerSecond, eventMs, frameMs, longTasks, jump } = watch;
  return {
    commits: hook.commits - watch.firstCommits,
    commitsPerSecond,
    eventMs: Math.round(eventMs),
    frameMs: Math.round(frameMs),
    longTasks,
    jump: Math.round(jump),
  };
}

/** The next reply of the playground comes from the page itself: no other process takes part. */
export function fakeStream({ tokens, perSecond }: { tokens: number; perSecond: number }): void {
  const site = globalThis as unknown as { fetch: typeof fetch; siteFetch?: typeof fetch };
  site.siteFetch ??= site.fetch;
  const siteFetch = site.siteFetch;
  site.fetch = (input, init) => {
    if (!String(input).endsWith('/pg/chat/completions')) return siteFetch.call(globalThis, input, init);
    const words = ['The ', '**relay** ', 'keeps ', 'a ', '`hold` ', 'until ', 'the ', 'call ', 'ends.\n\n'];
    const startedAt = performance.now();
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      start(control) {
        const encoder = new TextEncoder();
        const send = (data: string) => control.enqueue(encoder.encode(`data: ${data}\n\n`));
        const timer = setInterval(() => {
          const due = Math.min(tokens, Math.floor(((performance.now() - startedAt) / 1000) * perSecond));
          for (; sent < due; sent++)
            send(JSON.stringify({ choices: [{ delta: { content: words[sent % words.length] } }] }));
          if (sent < tokens) return;
          clearInterval(timer);
          send('[DONE]');
          control.close();
        }, 5);
      },
    });
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
  };
}
