import { invalidParam } from '../../../platform/errors/app-error.js';
import type { ForeignSystem } from './foreign-system.js';

/** The contact export. All other columns are custom fields, by label. Some exports have column names instead of titles. */
export const FLUENTCRM: ForeignSystem = {
  title: 'FluentCRM',

  columns: {
    email: ['email'],
    status: ['status'],
    lists: ['lists'],
    tags: ['tags'],
    user_id: ['user id', 'user_id'],
    contact_type: ['contact type', 'contact_type'],
    evidence: ['ip address', 'ip_address', 'ip', 'source', 'created at', 'created_at'],
    '-': ['id', 'updated at', 'updated_at', 'last activity', 'last_activity'],
  },

  statuses: {
    subscribed: 'subscribed',
    pending: 'pending',
    unsubscribed: 'unsubscribed',
    bounced: 'bounced',
    complained: 'complained',
    // They have agreed to receipts only.
    transactional: 'pending',
    spammed: 'complained',
  },

  consentIps: ['ip_address', 'ip'],

  /** FluentCRM exports only the selected columns. */
  leastStrict({ name, hasStatus }, atBest) {
    if (hasStatus || atBest !== null) return atBest ?? 'subscribed';
    throw invalidParam(
      'status',
      `is required because ${name} has no column Status: export that column, or give the least strict status of these contacts`,
    );
  },

  /** Titles are joined by commas without quotes, so a title with a comma becomes two. */
  titlesIn: (text) => text.split(','),
};
