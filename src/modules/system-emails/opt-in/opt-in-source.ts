import type { EmailSource } from '../../../events/email-state.js';

/** The flow of the mails that ask for a confirmation. It never ends. */
export const OPT_IN_SOURCE: EmailSource = { type: 'single', id: 1 };

/** Each mail is called by its request, of which a contact may have several: one request is one mail, whatever happens. */
export const OPT_IN_KEY = 'optin:';

export const optinIdOf = (recipientKey: string): number => Number(recipientKey.slice(OPT_IN_KEY.length));
