import { OPT_OUT_REASONS } from '../pages/page-texts.js';
import { lineOf } from '../pages/read-form.js';

export const MAX_REASON_LENGTH = 190;

/** Returns the reason in a form: the language-independent choice, and the recipient's own words. */
export function reasonOf(form: URLSearchParams): string | null {
  const choice = OPT_OUT_REASONS.find((reason) => reason === form.get('reason'));
  const own = lineOf(form, 'own_words', MAX_REASON_LENGTH);
  const parts = [choice, own === '' ? undefined : own].filter((part) => part !== undefined);
  return parts.length === 0 ? null : Array.from(parts.join(': ')).slice(0, MAX_REASON_LENGTH).join('');
}
