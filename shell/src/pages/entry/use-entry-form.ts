import { callField, fieldOf, useErrorMessage } from '@tollgate/i18n';
import { type FormEvent, useRef, useState } from 'react';

export type Values = Readonly<Record<string, string>>;

/** An error and its field; without a field it concerns the whole form. */
export interface Problem {
  field?: string;
  sentence: string;
}

interface Options {
  /** Returns the first error in the values. */
  check: (values: Values) => Problem | undefined;
  /** A rejection is shown in the form. */
  send: (values: Values) => Promise<unknown>;
}

/** Behavior of the account entry forms: one try at a time, errors at their fields, and the focus in that field. */
export function useEntryForm({ check, send }: Options) {
  const errorMessage = useErrorMessage();
  const form = useRef<HTMLFormElement>(null);
  const isBusy = useRef(false);
  const [problem, setProblem] = useState<Problem>();
  const [pending, setPending] = useState(false);

  function refuse(found: Problem) {
    setProblem(found);
    if (found.field) input(form.current, found.field)?.focus();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy.current) return;
    const values = readForm(form.current);
    const found = check(values);
    if (found) return refuse(found);
    setProblem(undefined);
    await attempt(() => send(values));
  }

  /** Runs another action of the form, such as sending a code; returns whether it succeeded. */
  async function attempt(work: () => Promise<unknown>): Promise<boolean> {
    isBusy.current = true;
    setPending(true);
    try {
      await work();
      setProblem(undefined);
      return true;
    } catch (error) {
      const field = fieldOf(error);
      const named = field === undefined ? null : input(form.current, field);
      const label = named?.labels?.[0]?.textContent;
      refuse({ sentence: errorMessage(callField(error, label)), ...(named && field && { field }) });
      return false;
    } finally {
      isBusy.current = false;
      setPending(false);
    }
  }

  return {
    pending,
    attempt,
    refuse,
    values: () => readForm(form.current),
    focus: (field: string) => input(form.current, field)?.focus(),
    /** Spread over the `<form>`. */
    form: { ref: form, onSubmit: submit, noValidate: true, className: 'sh-entry-form' },
    problemOf: (field: string) => (problem?.field === field ? problem.sentence : undefined),
    /** The error that belongs to no single field. */
    problem: problem && !problem.field ? problem.sentence : undefined,
  };
}

function input(form: HTMLFormElement | null, name: string): HTMLInputElement | null {
  return form?.querySelector<HTMLInputElement>(`input[name="${CSS.escape(name)}"]`) ?? null;
}

/** Returns all fields as trimmed text; passwords unchanged. */
function readForm(form: HTMLFormElement | null): Values {
  const entries = [...new FormData(form ?? undefined)].map(([name, value]) => {
    const text = String(value);
    return [name, /password/.test(name) ? text : text.trim()];
  });
  return Object.fromEntries(entries) as Values;
}
