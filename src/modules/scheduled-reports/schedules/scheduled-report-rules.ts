import type { DigestType } from '../../reports/digests/digest-types.js';
import type { Reader } from '../../../platform/database/database.js';
import { ValidationErrors } from '../../../platform/errors/app-error.js';
import { emailFault, normalizedEmail } from '../../../platform/text/email-address.js';
import { ordered } from '../../reports/audience-filter/audience-filter.js';
import type { ScheduledReport } from './scheduled-report.entity.js';
import type { ScheduledReportSettings } from './scheduled-report-types.js';

export type SettingsInput = Partial<ScheduledReportSettings>;

type Fields = Pick<ScheduledReport, 'title' | 'type' | 'frequency' | 'recipients' | 'settings' | 'status' | 'timezone'>;

/** Input of a caller; omitted fields are unchanged, or have their default. */
export interface ScheduledReportInput extends Partial<Omit<Fields, 'settings'>> {
  /** Replaced as a whole: omitted members have their default. */
  readonly settings?: SettingsInput;
}

export const MOST_RECIPIENTS = 20;

const DEFAULT_SETTINGS: ScheduledReportSettings = {
  dateRange: null,
  lists: [],
  tags: [],
  campaignId: null,
  funnelId: null,
  currency: null,
  sendAt: '07:00',
  weekday: 'Mon',
  day: 1,
};

const DEFAULT_FIELDS: Omit<Fields, 'timezone'> = {
  title: '',
  type: 'overview',
  frequency: 'weekly',
  recipients: [],
  settings: DEFAULT_SETTINGS,
  status: 'active',
};

const UNFILTERABLE_TYPES: readonly DigestType[] = [
  'campaign',
  'campaigns',
  'funnel',
  'funnels',
  'lists',
  'tags',
  'ab-testing',
];

/** @param timeZone of a new report without one. @throws AppError rest_invalid_param naming all invalid fields. */
export async function validFields(
  reader: Reader,
  input: ScheduledReportInput,
  present: Fields | null,
  timeZone: string,
): Promise<Fields> {
  const faults = new ValidationErrors();
  const before = present ?? { ...DEFAULT_FIELDS, timezone: timeZone };
  const { title, type, frequency, status, timezone, recipients: addresses } = { ...before, ...input };
  const settings = input.settings === undefined ? before.settings : completed(input.settings);
  const recipients = validRecipients(addresses, faults);
  validateSettings(settings, type, faults);
  // References are checked only if they change: a report about a deleted campaign can still be paused or renamed.
  if (input.settings !== undefined) await validateReferences(reader, settings, faults);
  faults.throwIfAny();
  return { title, type, frequency, recipients, settings, status, timezone };
}

const completed = (settings: SettingsInput): ScheduledReportSettings => {
  const { lists, tags, ...others } = { ...DEFAULT_SETTINGS, ...settings };
  return { ...others, ...ordered({ lists, tags }) };
};

function validRecipients(addresses: readonly string[], faults: ValidationErrors): string[] {
  const recipients = addresses.map((address) => normalizedEmail(address));
  for (const [index, recipient] of recipients.entries())
    if (recipient === null) faults.add(`recipients.${index}`, emailFault(addresses[index] ?? ''));
  const found = [...new Set(recipients.filter((recipient) => recipient !== null))];
  if (recipients.length === 0) faults.add('recipients', 'must hold at least one email address');
  if (found.length > MOST_RECIPIENTS) faults.add('recipients', `must hold at most ${MOST_RECIPIENTS} addresses`);
  return found;
}

function validateSettings(settings: ScheduledReportSettings, type: DigestType, faults: ValidationErrors): void {
  for (const [about, field, id] of [
    ['campaign', 'campaign_id', settings.campaignId],
    ['funnel', 'funnel_id', settings.funnelId],
  ] as const) {
    if (type === about && id === null) faults.add(`settings.${field}`, 'is required');
    if (type !== about && id !== null) faults.add(`settings.${field}`, `is only allowed for reports of type ${about}`);
  }
  if (!UNFILTERABLE_TYPES.includes(type)) return;
  for (const field of ['lists', 'tags'] as const)
    if (settings[field].length > 0) faults.add(`settings.${field}`, `is not allowed for reports of type ${type}`);
}

async function validateReferences(
  reader: Reader,
  settings: ScheduledReportSettings,
  faults: ValidationErrors,
): Promise<void> {
  for (const [table, field, ids] of [
    ['lists', 'lists', settings.lists],
    ['tags', 'tags', settings.tags],
    ['campaigns', 'campaign_id', settings.campaignId === null ? [] : [settings.campaignId]],
    ['funnels', 'funnel_id', settings.funnelId === null ? [] : [settings.funnelId]],
  ] as const) {
    if (ids.length === 0) continue;
    const kept = table === 'campaigns' || table === 'funnels' ? ' AND deleted_at IS NULL' : '';
    const rows = await reader.query<{ id: number }>(`SELECT id FROM ${table} WHERE id IN (:ids)${kept}`, { ids });
    const known = new Set(rows.map(({ id }) => id));
    const unknown = ids.filter((id) => !known.has(id));
    if (unknown.length > 0) faults.add(`settings.${field}`, `does not exist: ${unknown.slice(0, 10).join(', ')}`);
  }
}
