import type { EmailStatus } from '../../../events/email-state.js';
import type { UploadedFile } from '../../mail-content/attachments/attachments.service.js';
import type { UtmName } from '../../mail-content/rendering/contents.service.js';
import type { Translations } from '../../mail-content/rendering/written-content.js';
import type { DesignTemplate } from '../../mail-content/templates/template.entity.js';
import type { CampaignSettings, MailerSettings } from './campaign-settings.js';

// Input of API callers under the API names. Omitted members are unchanged.

export interface SettingsInput extends Partial<
  Omit<CampaignSettings, 'mailer_settings' | 'advanced_filters' | 'resend'>
> {
  readonly mailer_settings?: Partial<MailerSettings>;
  /** Not validated yet; null removes the rule. */
  readonly advanced_filters?: unknown;
}

export interface CampaignContentInput {
  readonly email_subject?: string;
  readonly email_pre_header?: string;
  readonly email_body?: string;
  readonly email_body_text?: string;
  readonly design_template?: DesignTemplate;
  readonly translations?: Translations;
  /** Template that supplies the content fields that are not given; null removes the reference. */
  readonly template_id?: number | null;
  readonly utm_status?: boolean;
  /** Null removes a parameter. */
  readonly utm?: Readonly<Partial<Record<UtmName, string | null>>>;
  /** Replaces all attachments; an empty array removes them. */
  readonly attachments?: readonly UploadedFile[];
}

export interface CampaignInput extends CampaignContentInput {
  readonly title?: string;
  readonly slug?: string;
  /** Refused unless it equals the current status; `CampaignStates` changes it. */
  readonly status?: unknown;
  readonly settings?: SettingsInput;
}

export const EMAIL_FILTERS = ['click', 'view', 'unopened', 'failed', 'bounced'] as const;
export type EmailFilter = (typeof EMAIL_FILTERS)[number];

export interface EmailsFilter {
  readonly filterType?: EmailFilter;
  readonly status?: EmailStatus;
  readonly search?: string;
}
