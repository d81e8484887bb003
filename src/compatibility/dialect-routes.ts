import { campaignBody, contactBody, contactWarnings, countryWarnings, withReadableCountry } from './dialect-bodies.js';
import { type DialectRoute, isMembers, type Members } from './dialect-route.js';
import { knownExtras } from './dialect-searches.js';
import { listsOfPage, tagsAsPage } from './label-pages.js';

/** All differences of the dialect. Other routes are the same under both base paths. */
export const DIALECT_ROUTES: readonly DialectRoute[] = [
  { method: 'GET', path: '/subscribers', answer: (page) => ({ ...page, subscribers: page }) },
  { method: 'GET', path: '/subscribers/:id', search: knownExtras },
  { method: 'POST', path: '/subscribers', body: contactBody, warnings: contactWarnings },
  { method: 'POST', path: '/subscribers/sync-segments', own: true },
  { method: 'PUT', path: '/subscribers/:id', body: contactBody, warnings: contactWarnings },

  { method: 'POST', path: '/companies', body: withReadableCountry, warnings: countryWarnings },
  { method: 'PUT', path: '/companies/:id', body: withReadableCountry, warnings: countryWarnings },

  { method: 'GET', path: '/lists', answer: listsOfPage },
  { method: 'POST', path: '/lists', answer: (saved) => ({ ...saved, item: saved['lists'] }) },
  { method: 'GET', path: '/tags', answer: tagsAsPage },
  { method: 'POST', path: '/tags', answer: (saved) => ({ ...saved, item: saved['tags'], lists: saved['tags'] }) },

  { method: 'POST', path: '/campaigns', body: campaignBody, answer: withBareCampaign },
  { method: 'PUT', path: '/campaigns/:id', body: campaignBody },
  { method: 'POST', path: '/campaigns/estimated-contacts', own: true },
  { method: 'POST', path: '/campaigns/:id/draft-recipients', own: true },
  { method: 'POST', path: '/campaigns/:id/schedule', own: true },
  { method: 'POST', path: '/campaigns/:id/un-schedule', becomes: '/campaigns/:id/unschedule' },

  { method: 'POST', path: '/funnels', own: true },
  { method: 'PUT', path: '/funnels/:id', own: true },
  { method: 'POST', path: '/funnels/:id/clone', becomes: '/funnels/:id/duplicate' },
  { method: 'DELETE', path: '/funnels/:id/subscribers', own: true },
  { method: 'PUT', path: '/funnels/:id/subscribers/:subscriberId/status', own: true },
];

function withBareCampaign(created: Members): Members {
  const { campaign } = created;
  return isMembers(campaign) ? { ...campaign, ...created } : created;
}
