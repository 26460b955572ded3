import type { Language } from '@tollgate/contract';
import { type EmailTemplate, emailText, fill } from '../core/texts/texts.ts';

export type MailTemplate = EmailTemplate;
export type MailValues = Readonly<Record<string, string | number>>;

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/** Renders a mail as plain text and as HTML, in which every value is escaped. */
export function renderMail(template: MailTemplate, language: Language, values: MailValues): RenderedMail {
  const { subject, lines } = emailText(language, template);
  return {
    subject: fill(subject, values).replace(/\s+/g, ' '),
    text: lines.map((line) => fill(line, values)).join('\n\n'),
    html: `<div style="font:16px/1.5 sans-serif;max-width:34em">${lines.map((line) => paragraph(line, values)).join('')}</div>`,
  };
}

function paragraph(line: string, values: MailValues): string {
  const text = asText(fill(line, values));
  if (line === '{{code}}') return `<p style="font:600 28px/1.5 monospace;letter-spacing:.1em">${text}</p>`;
  if (line === '{{link}}') return `<p><a href="${text}">${text}</a></p>`;
  return `<p>${text}</p>`;
}

function asText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
