import { CONTACT_EXTRAS } from '../modules/contacts/listing/one-contact.queries.js';
import { FUNNEL_EXTRAS } from '../modules/funnels/dto/funnel.shapes.js';
import * as bodies from './dialect-bodies.js';
import type { AppRequest } from '../platform/http/request.js';
import type { DialectRoute, Members, Translation } from './dialect-route.js';
import { CONTACT_SORTING } from '../modules/contacts/listing/contact-selection.js';
import { COMPANY_SORTING } from '../modules/companies/companies.service.js';
import { asListing, asPeriod, onlyParts, withKnownSorting } from './dialect-searches.js';
import { inLiquid } from './merge-tags.js';
import { isObject } from '../platform/values/json.js';
import { numberedQuery, offsetOf, pageOf, type PageRequest, urlOf } from '../platform/http/page.js';
import { validationPipe } from '../platform/http/validation.js';

const partsOfFunnels = onlyParts(FUNNEL_EXTRAS, new Map([['funnel_sequences', 'sequences']]));
const COMPANIES_BY_NAME = '/companies?sort_by=name&sort_order=ASC';
const GROWTH = '/reports/subscriber-growth';

/** All differences of the dialect. Other routes are the same under both base paths. */
const DIFFERENCES: Readonly<Record<`${DialectRoute['method']} /${string}`, Omit<DialectRoute, 'method' | 'path'>>> = {
  'GET /subscribers': {
    search: withKnownSorting(CONTACT_SORTING.fields),
    answer: (page) => ({ ...page, subscribers: page }),
  },
  'DELETE /subscribers': {
    as: 'POST',
    becomes: '/subscribers/do-bulk-action',
    body: ({ subscribers }) => ({ action_name: 'delete_contacts', subscriber_ids: subscribers }),
    answer: () => ({ message: 'Selected Subscribers has been deleted' }),
  },
  'PUT /subscribers/subscribers-property': { own: true },
  'GET /subscribers/search-contacts': { becomes: '/subscribers', search: asListing(20), answer: foundContacts },
  'GET /subscribers/:id/emails': { own: true },
  'GET /subscribers/:id/purchase-history': { becomes: '/commerce/orders?contact_id=:id', search: asListing(20) },
  'GET /subscribers/:id': { search: onlyParts([...CONTACT_EXTRAS, 'custom_values']) },
  'POST /subscribers': { body: bodies.contactBody, answer: inCompany },
  'POST /subscribers/sync-segments': { own: true },
  'POST /subscribers/do-bulk-action': { body: bodies.bulkActionBody },
  'PUT /subscribers/:id': { body: bodies.contactBody, answer: inCompany },
  'POST /subscribers/:id/notes': { body: bodies.noteBody },

  'GET /companies': { search: withKnownSorting(COMPANY_SORTING.fields) },
  'GET /companies/search': { becomes: COMPANIES_BY_NAME, search: asListing(50), answer: foundCompanies },
  'POST /companies': { body: bodies.companyBody },
  'PUT /companies/companies-property': { own: true },
  'PUT /companies/:id': { body: bodies.companyBody },

  'GET /lists': { answer: listsOfPage },
  'POST /lists': { answer: (saved) => ({ ...saved, item: saved['lists'] }) },
  'POST /lists/bulk': { own: true },
  'POST /tags/bulk': { own: true },
  'GET /tags': { answer: tagsAsPage },
  'POST /tags': { answer: (saved) => ({ ...saved, item: saved['tags'], lists: saved['tags'] }) },
  'PUT /tags/:id': { answer: (saved) => ({ ...saved, lists: saved['tags'] }) },

  'GET /campaigns': { search: onlyParts(['stats']) },
  'POST /campaigns': { body: bodies.campaignBody, answer: withBareCampaign },
  'PUT /campaigns/:id': { body: bodies.campaignBody },
  'DELETE /campaigns/:id': { answer: (deleted) => ({ ...deleted, success: true }) },
  'POST /campaigns/estimated-contacts': { own: true },
  'POST /campaigns/send-test-email': { own: true, body: bodies.testEmailBody },
  'POST /campaigns/:id/draft-recipients': { own: true },
  'POST /campaigns/:id/schedule': { own: true },
  'POST /campaigns/:id/un-schedule': { becomes: '/campaigns/:id/unschedule' },

  'GET /templates': { answer: ({ templates }) => ({ templates: pageOfPosts(templates) }) },
  'GET /templates/:id': { answer: withPost },
  'POST /templates': { body: bodies.templateBody, answer: withTemplateId },
  'POST /templates/render': { body: inLiquid },
  'PUT /templates/:id': { body: bodies.templateBody, answer: withTemplateId },

  'GET /funnels': { search: partsOfFunnels },
  'GET /funnels/:id': { search: partsOfFunnels, answer: withSequences },
  'POST /funnels': { own: true, body: bodies.funnelBody },
  'PUT /funnels/:id': { own: true, body: bodies.funnelBody },
  'PUT /funnels/:id/sequences': { body: bodies.sequencesBody },
  'POST /funnels/:id/sequences': {
    as: 'PUT',
    own: true,
    becomes: '/funnels/:id',
    body: bodies.savedFunnelBody,
    answer: withSequences,
  },
  'POST /funnels/:id/sequences/save-email-action': { own: true, body: bodies.stepEmailBody },
  'PUT /funnels/:id/change-trigger': {
    own: true,
    becomes: '/funnels/:id',
    body: ({ title, trigger_name }) => ({ title, trigger_name }),
    answer: (saved) => ({ ...saved, message: 'Funnel Trigger has been successfully updated' }),
  },
  'GET /funnels/subscriber/:id/automations': { own: true },
  'POST /funnels/:id/clone': { becomes: '/funnels/:id/duplicate' },
  'DELETE /funnels/:id/subscribers': { own: true },
  'PUT /funnels/:id/subscribers/:subscriberId/status': { own: true },

  'GET /reports/dashboard-stats': { own: true },
  'GET /reports/subscribers-growth-rate': { becomes: GROWTH, search: asPeriod, answer: growthByDay },
};

export const DIALECT_ROUTES = Object.entries(DIFFERENCES).map(([route, difference]): DialectRoute => {
  const [method, path = ''] = route.split(' ') as [DialectRoute['method'], string?];
  return { method, path, ...difference };
});

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
  return isObject(page) && Array.isArray(page['data']) ? { ...page, data: page['data'].map(bodies.asPost) } : page;
}

function withPost(answer: Members): Members {
  return { ...answer, template: bodies.asPost(answer['template']) };
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

/** Clients that read one page expect all tags in it. */
const PER_PAGE = 1_000;

class PagesQuery extends numberedQuery(PER_PAGE) {}

const pipe = validationPipe();

export async function tagsAsPage({ tags, ...others }: Members, request: AppRequest): Promise<Members> {
  const rows = rowsIn(tags);
  const wanted = await requestedPage(request);
  const page = pageOf({ items: cut(rows, wanted), total: rows.length, request: wanted }, urlOf(request));
  return { ...others, tags: page };
}

/**
 * Returns the requested part of the array. The dialect also returns all lists, but clients request pages until one is
 * not full.
 */
export async function listsOfPage(answer: Members, request: AppRequest): Promise<Members> {
  if (!('page' in request.query && 'per_page' in request.query)) return answer;
  return { ...answer, lists: cut(rowsIn(answer['lists']), await requestedPage(request)) };
}

async function requestedPage({ query }: AppRequest): Promise<PageRequest> {
  return ((await pipe.transform(query, { type: 'query', metatype: PagesQuery })) as PagesQuery).toPage();
}

const rowsIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function cut(rows: readonly unknown[], page: PageRequest): readonly unknown[] {
  return rows.slice(offsetOf(page), offsetOf(page) + page.perPage);
}
