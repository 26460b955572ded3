import { useEffect, useRef, useState } from 'react';

/** Progress of a long job. */
export interface Progress {
  done: number;
  total: number;
  /** How many of the finished steps failed. */
  failed?: number;
}

export interface ProgressTools {
  /** Aborted when the user stops the job or leaves the page. */
  signal: AbortSignal;
  report: (progress: Progress) => void;
}

export interface ProgressState {
  phase: 'idle' | 'running' | 'done' | 'stopped' | 'failed';
  progress: Progress;
  /** The error in phase `failed`. */
  error: unknown;
  /** Starts the job; does nothing while one runs. */
  start: (work: (tools: ProgressTools) => Promise<unknown>) => Promise<void>;
  stop: () => void;
}

/** One long job of many steps, such as a test of every channel, with its progress and a stop function. */
export function useProgressRun(): ProgressState {
  const [phase, setPhase] = useState<ProgressState['phase']>('idle');
  const [progress, setProgress] = useState<Progress>(nothing);
  const [error, setError] = useState<unknown>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function start(work: (tools: ProgressTools) => Promise<unknown>) {
    if (running.current) return;
    const own = new AbortController();
    running.current = own;
    setProgress(nothing);
    setPhase('running');
    const report = (next: Progress) => !own.signal.aborted && setProgress(next);
    try {
      await work({ signal: own.signal, report });
      setPhase(own.signal.aborted ? 'stopped' : 'done');
    } catch (failure) {
      setError(failure);
      setPhase(own.signal.aborted ? 'stopped' : 'failed');
    } finally {
      running.current = undefined;
    }
  }

  return { phase, progress, error, start, stop: () => running.current?.abort() };
}

const nothing: Progress = { done: 0, total: 0 };
