import type { EmailSource } from '../../../events/email-state.js';

/** The endless sending run of double opt-in emails. */
export const DOUBLE_OPT_IN_SOURCE: EmailSource = { type: 'single', id: 1 };

/** Prefix of the recipient key, which contains the id of the request: one email per request, several per contact. */
export const DOUBLE_OPT_IN_KEY = 'optin:';

export const doubleOptInIdOf = (recipientKey: string): number => Number(recipientKey.slice(DOUBLE_OPT_IN_KEY.length));
