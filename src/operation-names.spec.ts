import { operationName } from './operation-names.js';

describe('the name of an operation', () => {
  it.each([
    ['TagsController', 'list', 'listTags'],
    ['TagsController', 'get', 'getTag'],
    ['CampaignsController', 'one', 'getCampaign'],
    ['CompaniesController', 'remove', 'deleteCompany'],
    ['ContactNotesController', 'update', 'updateContactNote'],
    ['CampaignStatesController', 'pause', 'pauseCampaign'],
    ['WebhooksController', 'listDeliveries', 'listWebhookDeliveries'],
    ['WebhooksController', 'rotateSecret', 'rotateWebhookSecret'],
    ['FunnelsController', 'setStatus', 'setFunnelStatus'],
    ['MergesController', 'merge', 'mergeContacts'],
  ])('of %s.%s is %s', (controller, handler, name) => {
    expect(operationName(controller, handler)).toBe(name);
  });
});
