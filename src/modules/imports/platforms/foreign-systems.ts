import { FLUENTCRM } from './fluentcrm.js';
import type { ForeignSystem } from './foreign-system.js';
import { LISTMONK } from './listmonk.js';
import { MAILCHIMP } from './mailchimp.js';

export const FOREIGN_SYSTEMS = {
  mailchimp: MAILCHIMP,
  listmonk: LISTMONK,
  fluentcrm: FLUENTCRM,
} as const satisfies Readonly<Record<string, ForeignSystem>>;
export type ForeignSystemName = keyof typeof FOREIGN_SYSTEMS;
