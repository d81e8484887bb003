import { CONTACT_EXTRAS } from '../modules/contacts/listing/one-contact.queries.js';
import { FUNNEL_EXTRAS } from '../modules/funnels/dto/funnel.shapes.js';
import {
  asPost,
  bulkActionBody,
  campaignBody,
  companyBody,
  contactBody,
  funnelBody,
  noteBody,
  savedFunnelBody,
  sequencesBody,
  stepEmailBody,
  templateBody,
  testEmailBody,
} from './dialect-bodies.js';
import type { AppRequest } from '../platform/http/request.js';
import type { DialectRoute, Members, Translation } from './dialect-route.js';
import { CONTACT_SORTING } from '../modules/contacts/listing/contact-selection.js';
import { COMPANY_SORTING } from '../modules/companies/companies.queries.js';
import { asListing, asPeriod, onlyParts, withKnownSorting } from './dialect-searches.js';
import { listsOfPage, tagsAsPage } from './label-pages.js';
import { inLiquid } from './merge-tags.js';
import { isObject } from '../platform/values/json.js';

const partsOfFunnels = onlyParts(FUNNEL_EXTRAS, new Map([['funnel_sequences', 'sequences']]));

/** All differences of the dialect. Other routes are the same under both base paths. */
export const DIALECT_ROUTES: readonly DialectRoute[] = [
  {
    method: 'GET',
    path: '/subscribers',
    search: withKnownSorting(CONTACT_SORTING.fields),
    answer: (page) => ({ ...page, subscribers: page }),
  },
  {
    method: 'DELETE',
    path: '/subscribers',
    as: 'POST',
    becomes: '/subscribers/do-bulk-action',
    body: ({ subscribers }) => ({ action_name: 'delete_contacts', subscriber_ids: subscribers }),
    answer: () => ({ message: 'Selected Subscribers has been deleted' }),
  },
  { method: 'PUT', path: '/subscribers/subscribers-property', own: true },
  {
    method: 'GET',
    path: '/subscribers/search-contacts',
    becomes: '/subscribers',
    search: asListing(20),
    answer: foundContacts,
  },
  { method: 'GET', path: '/subscribers/:id/emails', own: true },
  {
    method: 'GET',
    path: '/subscribers/:id/purchase-history',
    becomes: '/commerce/orders?contact_id=:id',
    search: asListing(20),
  },
  { method: 'GET', path: '/subscribers/:id', search: onlyParts([...CONTACT_EXTRAS, 'custom_values']) },
  { method: 'POST', path: '/subscribers', body: contactBody, answer: inCompany },
  { method: 'POST', path: '/subscribers/sync-segments', own: true },
  { method: 'POST', path: '/subscribers/do-bulk-action', body: bulkActionBody },
  { method: 'PUT', path: '/subscribers/:id', body: contactBody, answer: inCompany },
  { method: 'POST', path: '/subscribers/:id/notes', body: noteBody },

  { method: 'GET', path: '/companies', search: withKnownSorting(COMPANY_SORTING.fields) },
  {
    method: 'GET',
    path: '/companies/search',
    becomes: '/companies?sort_by=name&sort_order=ASC',
    search: asListing(50),
    answer: foundCompanies,
  },
  { method: 'POST', path: '/companies', body: companyBody },
  { method: 'PUT', path: '/companies/companies-property', own: true },
  { method: 'PUT', path: '/companies/:id', body: companyBody },

  { method: 'GET', path: '/lists', answer: listsOfPage },
  { method: 'POST', path: '/lists', answer: (saved) => ({ ...saved, item: saved['lists'] }) },
  { method: 'POST', path: '/lists/bulk', own: true },
  { method: 'POST', path: '/tags/bulk', own: true },
  { method: 'GET', path: '/tags', answer: tagsAsPage },
  { method: 'POST', path: '/tags', answer: (saved) => ({ ...saved, item: saved['tags'], lists: saved['tags'] }) },
  { method: 'PUT', path: '/tags/:id', answer: (saved) => ({ ...saved, lists: saved['tags'] }) },

  { method: 'GET', path: '/campaigns', search: onlyParts(['stats']) },
  { method: 'POST', path: '/campaigns', body: campaignBody, answer: withBareCampaign },
  { method: 'PUT', path: '/campaigns/:id', body: campaignBody },
  { method: 'DELETE', path: '/campaigns/:id', answer: (deleted) => ({ ...deleted, success: true }) },
  { method: 'POST', path: '/campaigns/estimated-contacts', own: true },
  { method: 'POST', path: '/campaigns/send-test-email', own: true, body: testEmailBody },
  { method: 'POST', path: '/campaigns/:id/draft-recipients', own: true },
  { method: 'POST', path: '/campaigns/:id/schedule', own: true },
  { method: 'POST', path: '/campaigns/:id/un-schedule', becomes: '/campaigns/:id/unschedule' },

  { method: 'GET', path: '/templates', answer: ({ templates }) => ({ templates: pageOfPosts(templates) }) },
  { method: 'GET', path: '/templates/:id', answer: withPost },
  { method: 'POST', path: '/templates', body: templateBody, answer: withTemplateId },
  { method: 'POST', path: '/templates/render', body: inLiquid },
  { method: 'PUT', path: '/templates/:id', body: templateBody, answer: withTemplateId },

  { method: 'GET', path: '/funnels', search: partsOfFunnels },
  { method: 'GET', path: '/funnels/:id', search: partsOfFunnels, answer: withSequences },
  { method: 'POST', path: '/funnels', own: true, body: funnelBody },
  { method: 'PUT', path: '/funnels/:id', own: true, body: funnelBody },
  { method: 'PUT', path: '/funnels/:id/sequences', body: sequencesBody },
  {
    method: 'POST',
    path: '/funnels/:id/sequences',
    as: 'PUT',
    own: true,
    becomes: '/funnels/:id',
    body: savedFunnelBody,
    answer: withSequences,
  },
  { method: 'POST', path: '/funnels/:id/sequences/save-email-action', own: true, body: stepEmailBody },
  {
    method: 'PUT',
    path: '/funnels/:id/change-trigger',
    own: true,
    becomes: '/funnels/:id',
    body: ({ title, trigger_name }) => ({ title, trigger_name }),
    answer: (saved) => ({ ...saved, message: 'Funnel Trigger has been successfully updated' }),
  },
  { method: 'GET', path: '/funnels/subscriber/:id/automations', own: true },
  { method: 'POST', path: '/funnels/:id/clone', becomes: '/funnels/:id/duplicate' },
  { method: 'DELETE', path: '/funnels/:id/subscribers', own: true },
  { method: 'PUT', path: '/funnels/:id/subscribers/:subscriberId/status', own: true },

  { method: 'GET', path: '/reports/dashboard-stats', own: true },
  {
    method: 'GET',
    path: '/reports/subscribers-growth-rate',
    becomes: '/reports/subscriber-growth',
    search: asPeriod,
    answer: growthByDay,
  },
];

/** Adds the written contact to the company of the body. */
async function inCompany(saved: Members, { body }: AppRequest, { joinCompany }: Translation): Promise<Members> {
  const contact = saved['contact'] ?? saved['subscriber'];
  const sent: unknown = isObject(body) ? (body['subscriber'] ?? body) : null;
  const company = isObject(sent) ? Number(sent['company_id']) : 0;
  if (isObject(contact) && company > 0) await joinCompany(Number(contact['id']), company);
  return saved;
}

/** Contacts by id, as FluentCRM shows them in its choices. */
function foundContacts({ data }: Members): Members {
  const rows = rowsOf(data).map(({ id, email, first_name = null, last_name = null }) => {
    const full_name = [first_name, last_name].filter((name) => typeof name === 'string').join(' ');
    return [String(id), { id: String(id), email, first_name, last_name, full_name }];
  });
  return { contacts: Object.fromEntries(rows) as Members };
}

function foundCompanies({ companies: page }: Members): Members {
  const rows = rowsOf(isObject(page) ? page['data'] : page);
  const results = rows.map(({ id, name, email, logo, phone, website }) => ({ id, name, email, logo, phone, website }));
  return { results, has_more: results.length >= 50 };
}

/** The number of new contacts by day. */
function growthByDay(report: Members): Members {
  const stats = rowsOf(report['data']).map((point) => [point['date'], point['new']]);
  return { ...report, stats: Object.fromEntries(stats) as Members };
}

const rowsOf = (value: unknown): readonly Members[] => (Array.isArray(value) ? value.filter(isObject) : []);

function withBareCampaign(created: Members): Members {
  const { campaign } = created;
  return isObject(campaign) ? { ...campaign, ...created } : created;
}

function pageOfPosts(page: unknown): unknown {
  return isObject(page) && Array.isArray(page['data']) ? { ...page, data: page['data'].map(asPost) } : page;
}

function withPost(answer: Members): Members {
  return { ...answer, template: asPost(answer['template']) };
}

function withTemplateId(saved: Members): Members {
  const { template } = saved;
  return isObject(template) ? { ...withPost(saved), template_id: template['id'] } : saved;
}

function withSequences(answer: Members): Members {
  const { funnel } = answer;
  if (!isObject(funnel) || !('sequences' in funnel)) return answer;
  return { ...answer, sequences: funnel['sequences'], funnel_sequences: funnel['sequences'] };
}
