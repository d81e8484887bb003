import { FLUENTCRM } from './fluentcrm.js';
import type { ForeignSystem } from './foreign-system.js';
import { LISTMONK } from './listmonk.js';
import { MAILCHIMP } from './mailchimp.js';

export const FOREIGN_SYSTEM_NAMES = ['mailchimp', 'listmonk', 'fluentcrm'] as const;
export type ForeignSystemName = (typeof FOREIGN_SYSTEM_NAMES)[number];

export const FOREIGN_SYSTEMS: Readonly<Record<ForeignSystemName, ForeignSystem>> = {
  mailchimp: MAILCHIMP,
  listmonk: LISTMONK,
  fluentcrm: FLUENTCRM,
};
