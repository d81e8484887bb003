import type { WrittenContent } from '../../mail-content/rendering/contents.service.js';
import { writtenContentOf } from '../campaign/campaign-content.js';
import type { Campaign } from '../campaign/campaign.entity.js';
import type { AbVariant } from '../campaign/ab-test.js';

function contentOfVariant(campaign: Campaign, { subject, pre_header, body }: AbVariant): WrittenContent {
  const own = writtenContentOf(campaign);
  return {
    ...own,
    subject: subject ?? own.subject,
    preHeader: pre_header ?? own.preHeader,
    html: body ?? own.html,
    // A written text part belongs to the HTML of the campaign.
    text: body === null ? own.text : '',
  };
}

export function contentsOf(campaign: Campaign): WrittenContent[] {
  const { ab_test: test } = campaign.settings;
  return test ? test.variants.map((variant) => contentOfVariant(campaign, variant)) : [writtenContentOf(campaign)];
}

const MEMBERS = { email_subject: 'subject', email_pre_header: 'pre_header', email_body: 'body' } as const;

/**
 * Returns the errors of the variants by field.
 * @param faultsOf returns the errors of a content by the campaign's own fields.
 */
export function variantFaults(
  campaign: Campaign,
  faultsOf: (content: WrittenContent) => Record<string, string>,
): Record<string, string> {
  const { ab_test: test, sending_type } = campaign.settings;
  if (!test) return {};
  const faults: Record<string, string> = {};
  if (sending_type === 'range_schedule' || sending_type === 'timezone')
    faults['settings.ab_test'] = `cannot be combined with sending_type ${sending_type}`;
  test.variants.forEach((variant, index) => {
    const found = faultsOf(contentOfVariant(campaign, variant));
    for (const [field, member] of Object.entries(MEMBERS))
      // Errors of inherited fields are reported at the campaign.
      if (found[field] !== undefined && variant[member] !== null)
        faults[`settings.ab_test.variants.${index}.${member}`] = found[field];
  });
  return faults;
}
