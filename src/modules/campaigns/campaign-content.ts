import addressparser from 'nodemailer/lib/addressparser';
import type { SenderIdentity, WrittenContent } from '../emails/rendering/contents.service.js';
import type { Campaign } from './campaign.entity.js';

/** A campaign's content as the renderer takes it. */
export function writtenContentOf(campaign: Campaign): WrittenContent {
  return {
    subject: campaign.emailSubject,
    preHeader: campaign.emailPreHeader,
    html: campaign.emailBody,
    text: campaign.emailBodyText,
    design: campaign.designTemplate,
    tracksClicks: campaign.settings.click_tracker,
  };
}

/** Who the mail comes from: the campaign's own words first, else the installation's. */
export function senderOf({ settings }: Campaign, defaultFrom: string): SenderIdentity {
  const [fallback] = addressparser(defaultFrom, { flatten: true });
  const { from_name, from_email, reply_to_name, reply_to_email } = settings.mailer_settings;
  return {
    fromName: from_name ?? fallback?.name ?? '',
    fromEmail: from_email ?? fallback?.address ?? '',
    replyToName: reply_to_name,
    replyToEmail: reply_to_email,
  };
}

/** What keeps a campaign from being sent, by field; empty when nothing does. */
export function readinessProblems(
  campaign: Campaign,
  sender: SenderIdentity,
  { offersOptOut, unavailableReason }: { readonly offersOptOut: boolean; readonly unavailableReason: string | null },
): Record<string, string> {
  const problems: Record<string, string> = {};
  if (campaign.emailSubject.trim() === '') problems['email_subject'] = 'is required';
  if (campaign.emailBody.trim() === '') problems['email_body'] = 'is required';
  else if (!offersOptOut) problems['email_body'] = 'must offer a way out: link to {{ unsubscribe_url }}';
  if (campaign.settings.subscribers.length === 0) problems['settings.subscribers'] = 'is required';
  if (sender.fromEmail === '') problems['settings.mailer_settings.from_email'] = 'is required';
  if (unavailableReason !== null) problems['sender'] = unavailableReason;
  return problems;
}
