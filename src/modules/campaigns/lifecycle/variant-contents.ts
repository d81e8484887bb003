import type { Tx } from '../../../platform/database/database.js';
import { withSnippets } from '../../mail-content/rendering/snippet-texts.js';
import type { Translations } from '../../mail-content/rendering/written-content.js';
import type { WrittenContent } from '../../mail-content/rendering/contents.service.js';
import { writtenContentOf } from '../campaign/campaign-content.js';
import type { Campaign } from '../campaign/campaign.entity.js';
import type { AbVariant } from '../campaign/ab-test.js';

function contentOfVariant(
  campaign: Campaign,
  { subject, pre_header, body, translations = {} }: AbVariant,
): WrittenContent {
  const own = writtenContentOf(campaign);
  // What the variant changes is not what the campaign translates.
  const changed: Translations[string] = {
    ...(subject !== null && { email_subject: undefined }),
    ...(pre_header !== null && { email_pre_header: undefined }),
    ...(body !== null && { email_body: undefined, text: undefined }),
  };
  const translated = (language: string) => ({ ...own.translations?.[language], ...changed, ...translations[language] });
  // All variants have the same languages, so that each recipient has one.
  const variants = campaign.settings.ab_test?.variants ?? [];
  const languages = [campaign.translations, ...variants.map((each) => each.translations ?? {})].flatMap(Object.keys);
  return {
    ...own,
    subject: subject ?? own.subject,
    preHeader: pre_header ?? own.preHeader,
    html: body ?? own.html,
    // A written text part belongs to the HTML of the campaign.
    text: body === null ? own.text : '',
    translations: Object.fromEntries(languages.map((language) => [language, translated(language)])),
  };
}

export function contentsOf(campaign: Campaign): WrittenContent[] {
  const { ab_test: test } = campaign.settings;
  return test ? test.variants.map((variant) => contentOfVariant(campaign, variant)) : [writtenContentOf(campaign)];
}

export const contentsWithSnippets = (tx: Tx, campaign: Campaign): Promise<WrittenContent[]> =>
  Promise.all(contentsOf(campaign).map((content) => withSnippets(tx, content)));

const MEMBERS = { email_subject: 'subject', email_pre_header: 'pre_header', email_body: 'body' } as const;

/** @param contents with their snippets. @param faultsOf the errors of a content by the campaign's own fields. */
export function variantFaults(
  campaign: Campaign,
  contents: readonly WrittenContent[],
  faultsOf: (content: WrittenContent) => Record<string, string>,
): Record<string, string> {
  const { ab_test: test, sending_type } = campaign.settings;
  if (!test) return {};
  const faults: Record<string, string> = {};
  if (sending_type === 'range_schedule' || sending_type === 'timezone')
    faults['settings.ab_test'] = `cannot be combined with sending_type ${sending_type}`;
  test.variants.forEach((variant, index) => {
    const found = faultsOf(contents[index] ?? writtenContentOf(campaign));
    for (const [field, fault] of Object.entries(found)) {
      const [, language = '', part = ''] = field.split('.');
      if (part in (variant.translations?.[language] ?? {}))
        faults[`settings.ab_test.variants.${index}.${field}`] = fault;
    }
    for (const [field, member] of Object.entries(MEMBERS))
      // Errors of inherited fields are reported at the campaign.
      if (found[field] !== undefined && variant[member] !== null)
        faults[`settings.ab_test.variants.${index}.${member}`] = found[field];
  });
  return faults;
}
