import type { ListedEmail } from './mailbox.store.js';

const TERM = /(-?)(?:(to|from|subject):)?(?:"([^"]*)"?|(\S+))/g;

/**
 * Returns whether an email has all terms of a search: words and "phrases", in any text or only `to:`, `from:`, or in the `subject:`;
 * `has:attachment`, `is:read`, and `is:unread`. A term after a minus must be absent.
 */
export function hasAllTerms(
  { from, recipients, subject, text, attachments, unread }: ListedEmail,
  search: string,
): boolean {
  const states = new Map([
    ['has:attachment', attachments > 0],
    ['is:read', !unread],
    ['is:unread', unread],
  ]);
  const fields = new Map([
    ['to', recipients],
    ['from', [from]],
    ['subject', [subject]],
  ]);
  return [...search.toLowerCase().matchAll(TERM)].every(([, minus, field = '', phrase, word = '']) => {
    const texts = fields.get(field) ?? [from, ...recipients, subject, text];
    const isFound = states.get(word) ?? texts.some((each) => each.toLowerCase().includes(phrase ?? word));
    return isFound !== (minus === '-');
  });
}
