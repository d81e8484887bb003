import type { SenderIdentity, WrittenContent } from '../mail-content/rendering/contents.service.js';
import type { ResolvedSender } from '../senders/sender-accounts.service.js';
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
    utm: campaign.utm.status ? campaign.utm.parameters : null,
    attachments: campaign.attachments,
    footer: { mode: campaign.settings.footer, language: campaign.settings.language },
  };
}

/** What a copy of a campaign takes over of what it says. */
export function contentOf(campaign: Campaign) {
  const { emailSubject, emailPreHeader, emailBody, emailBodyText, designTemplate, templateId, utm, attachments } =
    campaign;
  return { emailSubject, emailPreHeader, emailBody, emailBodyText, designTemplate, templateId, utm, attachments };
}

/** Who the mail comes from: what the campaign leaves open is the sender's to say. */
export function identityOf({ settings }: Campaign, sender: ResolvedSender): SenderIdentity {
  const { from_name, from_email, reply_to_name, reply_to_email } = settings.mailer_settings;
  return {
    fromName: from_name ?? sender.fromName,
    fromEmail: from_email ?? sender.fromEmail,
    replyToName: reply_to_name,
    replyToEmail: reply_to_email ?? sender.replyTo,
  };
}

/** What keeps a campaign from being sent, by field; empty when nothing does. */
export function readinessProblems(
  campaign: Campaign,
  sender: SenderIdentity,
  { bodyProblem, unavailableReason }: Readonly<Record<'bodyProblem' | 'unavailableReason', string | null>>,
): Record<string, string> {
  const problems: Record<string, string> = {};
  if (campaign.emailSubject.trim() === '') problems['email_subject'] = 'is required';
  if (campaign.emailBody.trim() === '') problems['email_body'] = 'is required';
  else if (bodyProblem !== null) problems['email_body'] = bodyProblem;
  if (sender.fromEmail === '') problems['settings.mailer_settings.from_email'] = 'is required';
  if (unavailableReason !== null) problems['sender'] = unavailableReason;
  return problems;
}
