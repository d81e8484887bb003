import { Inject, Injectable } from '@nestjs/common';
import { IANAZone } from 'luxon';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import type { Reader } from '../../../platform/database/reader.js';
import { Faults } from '../../../platform/errors/faults.js';
import { normalisedEmail } from '../../../platform/text/email-address.js';
import type { ScheduledReport, ScheduledReportSettings } from './scheduled-report.entity.js';
import type { Frequency, ScheduledReportType, ScheduleStatus } from './scheduled-report-types.js';

export type SettingsInput = Partial<ScheduledReportSettings>;

/** What somebody wants; what is left out stays as it is, or has its default. */
export interface ScheduledReportInput {
  readonly title?: string;
  readonly type?: ScheduledReportType;
  readonly frequency?: Frequency;
  readonly recipients?: readonly string[];
  /** As a whole: what is not in it has its default. */
  readonly settings?: SettingsInput;
  readonly status?: ScheduleStatus;
  readonly timezone?: string;
}

type Fields = Pick<ScheduledReport, 'title' | 'type' | 'frequency' | 'recipients' | 'settings' | 'status' | 'timezone'>;

export const MOST_RECIPIENTS = 20;

const DEFAULTS: ScheduledReportSettings = {
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

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const LONGEST_ZONE = 64;

/** Reports about one thing, and about all of something whoever reads it. */
const NEVER_NARROWED: readonly ScheduledReportType[] = [
  'campaign',
  'campaigns',
  'funnel',
  'funnels',
  'lists',
  'tags',
  'ab-testing',
];

/** What a scheduled report may say. */
@Injectable()
export class ScheduledReportRules {
  constructor(@Inject(APP_CONFIG) private readonly config: AppConfig) {}

  /**
   * The fields of a new report, or of one after a change.
   * @throws AppError rest_invalid_param naming everything that is wrong.
   */
  async judge(reader: Reader, input: ScheduledReportInput, present: Fields | null): Promise<Fields> {
    const faults = new Faults();
    const type = input.type ?? present?.type ?? 'overview';
    const settings =
      input.settings === undefined && present !== null
        ? present.settings
        : {
            ...DEFAULTS,
            ...input.settings,
            lists: distinct(input.settings?.lists),
            tags: distinct(input.settings?.tags),
          };
    const timezone = input.timezone ?? present?.timezone ?? this.config.timeZone;
    if (!isZone(timezone)) faults.add('timezone', 'must be an IANA time zone such as Europe/Berlin');
    const recipients = judgedRecipients(input.recipients ?? present?.recipients ?? [], faults);
    judgeSettings(settings, type, faults);
    // What was there when it was chosen may be gone, and yet a report has to be paused or given another title.
    if (input.settings !== undefined) await judgeReferences(reader, settings, faults);
    faults.throwIfAny();
    return {
      title: input.title ?? present?.title ?? '',
      type,
      frequency: input.frequency ?? present?.frequency ?? 'weekly',
      recipients,
      settings,
      status: input.status ?? present?.status ?? 'active',
      timezone,
    };
  }
}

// Offsets are zones to luxon, but they know no summer.
const isZone = (name: string): boolean =>
  name.length <= LONGEST_ZONE && !/^[+-]|^\d/.test(name) && IANAZone.isValidZone(name);

const distinct = (ids: readonly number[] = []): number[] => [...new Set(ids)].sort((a, b) => a - b);

function judgedRecipients(addresses: readonly string[], faults: Faults): string[] {
  const recipients = addresses.map((address) => normalisedEmail(address));
  for (const [index, recipient] of recipients.entries())
    if (recipient === null) faults.add(`recipients.${index}`, 'must be one e-mail address');
  const found = [...new Set(recipients.filter((recipient) => recipient !== null))];
  if (recipients.length === 0) faults.add('recipients', 'must hold at least one e-mail address');
  if (found.length > MOST_RECIPIENTS) faults.add('recipients', `must hold at most ${MOST_RECIPIENTS} addresses`);
  return found;
}

function judgeSettings(settings: ScheduledReportSettings, type: ScheduledReportType, faults: Faults): void {
  if (!TIME.test(settings.sendAt)) faults.add('settings.send_at', 'must be a time as HH:MM');
  for (const [about, field, id] of [
    ['campaign', 'campaign_id', settings.campaignId],
    ['funnel', 'funnel_id', settings.funnelId],
  ] as const) {
    if (type === about && id === null) faults.add(`settings.${field}`, 'is required');
    if (type !== about && id !== null) faults.add(`settings.${field}`, `is only known to reports of type ${about}`);
  }
  if (!NEVER_NARROWED.includes(type)) return;
  for (const field of ['lists', 'tags'] as const)
    if (settings[field].length > 0) faults.add(`settings.${field}`, `is not known to reports of type ${type}`);
}

async function judgeReferences(reader: Reader, settings: ScheduledReportSettings, faults: Faults): Promise<void> {
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
