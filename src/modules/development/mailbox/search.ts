import type { ListedEmail } from './mailbox.store.js';

const TERM = /(-?)(?:(to|from|subject):)?(?:"([^"]*)"?|(\S+))/g;

/**
 * Returns whether an email has all terms of a search: words and "phrases", anywhere or after `to:`, `from:`, or `subject:` there only;
 * `has:attachment`, `is:read`, and `is:unread`. A term after a minus must be absent.
 */
export function hasAllTerms(email: ListedEmail, search: string): boolean {
  const { from, recipients: to, subject, text, attachments, unread } = email;
  const states = new Map([
    ['has:attachment', attachments > 0],
    ['is:read', !unread],
    ['is:unread', unread],
  ]);
  const fields = new Map(Object.entries({ from: [from], to, subject: [subject] }));
  return [...search.toLowerCase().matchAll(TERM)].every(([, minus, field = '', phrase, word = '']) => {
    const texts = fields.get(field) ?? [from, ...to, subject, text];
    const isFound = states.get(word) ?? texts.some((each) => each.toLowerCase().includes(phrase ?? word));
    return isFound !== (minus === '-');
  });
}
