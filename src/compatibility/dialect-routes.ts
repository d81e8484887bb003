import { CONTACT_EXTRAS } from '../modules/contacts/listing/one-contact.queries.js';
import { FUNNEL_EXTRAS } from '../modules/funnels/dto/funnel.response.js';
import {
  asPost,
  bulkActionBody,
  campaignBody,
  contactBody,
  funnelBody,
  templateBody,
  withReadableCountry,
} from './dialect-bodies.js';
import { type DialectRoute, isMembers, type Members } from './dialect-route.js';
import { onlyParts } from './dialect-searches.js';
import { listsOfPage, tagsAsPage } from './label-pages.js';
import { inLiquid } from './merge-tags.js';

const partsOfFunnels = onlyParts(FUNNEL_EXTRAS, new Map([['funnel_sequences', 'sequences']]));

/** All differences of the dialect. Other routes are the same under both base paths. */
export const DIALECT_ROUTES: readonly DialectRoute[] = [
  { method: 'GET', path: '/subscribers', answer: (page) => ({ ...page, subscribers: page }) },
  { method: 'GET', path: '/subscribers/:id', search: onlyParts([...CONTACT_EXTRAS, 'custom_values']) },
  { method: 'POST', path: '/subscribers', body: contactBody },
  { method: 'POST', path: '/subscribers/sync-segments', own: true },
  { method: 'POST', path: '/subscribers/do-bulk-action', body: bulkActionBody },
  { method: 'PUT', path: '/subscribers/:id', body: contactBody },

  { method: 'POST', path: '/companies', body: withReadableCountry },
  { method: 'PUT', path: '/companies/:id', body: withReadableCountry },

  { method: 'GET', path: '/lists', answer: listsOfPage },
  { method: 'POST', path: '/lists', answer: (saved) => ({ ...saved, item: saved['lists'] }) },
  { method: 'GET', path: '/tags', answer: tagsAsPage },
  { method: 'POST', path: '/tags', answer: (saved) => ({ ...saved, item: saved['tags'], lists: saved['tags'] }) },
  { method: 'PUT', path: '/tags/:id', answer: (saved) => ({ ...saved, lists: saved['tags'] }) },

  { method: 'GET', path: '/campaigns', search: onlyParts(['stats']) },
  { method: 'POST', path: '/campaigns', body: campaignBody, answer: withBareCampaign },
  { method: 'PUT', path: '/campaigns/:id', body: campaignBody },
  { method: 'DELETE', path: '/campaigns/:id', answer: (deleted) => ({ ...deleted, success: true }) },
  { method: 'POST', path: '/campaigns/estimated-contacts', own: true },
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
  { method: 'PUT', path: '/funnels/:id/sequences', body: inLiquid },
  { method: 'POST', path: '/funnels/:id/clone', becomes: '/funnels/:id/duplicate' },
  { method: 'DELETE', path: '/funnels/:id/subscribers', own: true },
  { method: 'PUT', path: '/funnels/:id/subscribers/:subscriberId/status', own: true },

  { method: 'GET', path: '/reports/dashboard-stats', own: true },
];

function withBareCampaign(created: Members): Members {
  const { campaign } = created;
  return isMembers(campaign) ? { ...campaign, ...created } : created;
}

function pageOfPosts(page: unknown): unknown {
  return isMembers(page) && Array.isArray(page['data']) ? { ...page, data: page['data'].map(asPost) } : page;
}

function withPost(answer: Members): Members {
  return { ...answer, template: asPost(answer['template']) };
}

function withTemplateId(saved: Members): Members {
  const { template } = saved;
  return isMembers(template) ? { ...withPost(saved), template_id: template['id'] } : saved;
}

function withSequences(answer: Members): Members {
  const { funnel } = answer;
  if (!isMembers(funnel) || !('sequences' in funnel)) return answer;
  return { ...answer, funnel_sequences: funnel['sequences'] };
}
