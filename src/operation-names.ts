/** Where the resource is called otherwise than the controller, so that the rule gives `pauseCampaign`. */
const SUBJECTS: Readonly<Record<string, string>> = {
  CampaignContent: 'Campaigns',
  CampaignStates: 'Campaigns',
};

const VERBS: Readonly<Record<string, string>> = { one: 'get', remove: 'delete' };

/** Names that no rule would find. */
const NAMES: Readonly<Record<string, string>> = {
  'AbTest.winner': 'chooseAbTestWinner',
  'AbTesting.list': 'listAbTestReports',
  'ActivityReports.activity': 'getActivityReport',
  'BulkActions.listRows': 'listBulkActionRows',
  'BulkAddUpdate.addOrUpdate': 'addOrUpdateContacts',
  'CampaignContent.sendTest': 'sendCampaignTestEmail',
  'CampaignInsights.emails': 'listCampaignEmails',
  'CampaignInsights.estimate': 'estimateCampaignRecipients',
  'CampaignInsights.hits': 'listCampaignEmailHits',
  'CampaignInsights.links': 'getCampaignLinkReport',
  'CampaignInsights.revenues': 'getCampaignRevenues',
  'CampaignInsights.status': 'getCampaignStatus',
  'CampaignInsights.unsubscribers': 'listCampaignUnsubscribers',
  'CampaignReports.emailStats': 'getCampaignEmailStats',
  'CampaignReports.list': 'listCampaignReports',
  'CampaignReports.live': 'getLiveCampaignReport',
  'CampaignReports.report': 'getCampaignReport',
  'CampaignStates.resendFailed': 'resendCampaignToFailed',
  'CampaignStates.resendUnopened': 'resendCampaignToUnopened',
  'CampaignWhy.one': 'explainCampaignRecipient',
  'Catalogue.actions': 'listFunnelActions',
  'Catalogue.triggers': 'listFunnelTriggers',
  'CompanyMembers.attach': 'attachContactsToCompanies',
  'CompanyMembers.attachByPost': 'attachContactsToCompaniesByPost',
  'CompanyMembers.detach': 'detachContactsFromCompanies',
  'CompanyMembers.detachByPost': 'detachContactsFromCompaniesByPost',
  'Consents.list': 'listContactConsents',
  'CustomFields.replaceAll': 'replaceCustomFields',
  'DoBulkAction.act': 'startBulkAction',
  'DoubleOptIn.send': 'sendDoubleOptIn',
  'EngagementReports.scores': 'getEngagementScores',
  'Entries.add': 'addContactsToFunnel',
  'Entries.list': 'listFunnelContacts',
  'Entries.remove': 'removeContactFromFunnel',
  'Entries.trace': 'traceContactInFunnel',
  'EventFeed.list': 'listEvents',
  'EventFeed.stream': 'streamEvents',
  'Exports.campaign': 'exportCampaign',
  'Exports.subscribers': 'exportContacts',
  'Feedback.take': 'reportReturnedMail',
  'FunnelFigures.conversion': 'getFunnelConversionRates',
  'FunnelFigures.report': 'getFunnelFigures',
  'FunnelReports.conversion': 'getFunnelConversionReport',
  'FunnelReports.list': 'listFunnelReports',
  'FunnelReports.live': 'getLiveFunnelReport',
  'FunnelReports.report': 'getFunnelReport',
  'FunnelTrigger.call': 'triggerFunnel',
  'FunnelVersions.save': 'saveFunnelSequences',
  'FunnelVersions.sequences': 'listFunnelSequences',
  'GrowthReports.growth': 'getGrowthReport',
  'Health.live': 'checkLiveness',
  'Health.ready': 'checkReadiness',
  'Imports.download': 'downloadRejectedRows',
  'ListReports.all': 'listListReports',
  'ListReports.one': 'getListReport',
  'LossReports.bounces': 'getBounceReport',
  'LossReports.complaints': 'getSpamComplaintReport',
  'LossReports.unsubscribes': 'getUnsubscribeReport',
  'Merges.merge': 'mergeContacts',
  'OptIn.answer': 'answerOptIn',
  'OptIn.ask': 'showOptInPage',
  'OptOut.ask': 'showOptOutPage',
  'OptOut.optOut': 'optOut',
  'Orders.change': 'updateOrder',
  'Orders.reportMany': 'reportOrders',
  'OverviewReports.overview': 'getOverviewReport',
  'Preferences.ask': 'showPreferencesRequest',
  'Preferences.send': 'requestPreferencesLink',
  'Preferences.show': 'showPreferences',
  'Preferences.submit': 'submitPreferences',
  'Privacy.erase': 'eraseContact',
  'Privacy.export': 'exportContactData',
  'ProviderFeedback.providers': 'listFeedbackProviders',
  'ProviderFeedback.take': 'receiveProviderFeedback',
  'ReportOptions.options': 'getReportOptions',
  'RevenueReports.campaigns': 'getRevenueByCampaign',
  'RevenueReports.contacts': 'getRevenueByContact',
  'RevenueReports.revenue': 'getRevenueReport',
  'SamplePages.post': 'postSamplePage',
  'SamplePages.show': 'showSamplePage',
  'SegmentationReports.analysis': 'getSegmentationAnalysis',
  'Segments.count': 'countSegmentContacts',
  'Segments.members': 'listSegmentContacts',
  'SequenceInsights.sequence': 'getFunnelSequence',
  'Simulation.simulate': 'simulateFunnel',
  'Suppressions.add': 'addSuppressions',
  'Suppressions.removeValue': 'deleteSuppressionByValue',
  'TagReports.all': 'listTagReports',
  'TagReports.one': 'getTagReport',
  'Timeline.page': 'getContactTimeline',
  'TopSubscribers.top': 'getTopContacts',
  'TrackedEvents.track': 'trackEvent',
  'Tracking.click': 'followLink',
  'Tracking.open': 'getOpenPixel',
  'Triggers.fire': 'fireTrigger',
  'UnknownMails.settleAll': 'settleUnknownCampaignEmails',
  'UnknownMails.settleOne': 'settleCampaignEmail',
  'View.view': 'viewMail',
  'Webhooks.redeliver': 'redeliverWebhookDelivery',
  'Webhooks.replay': 'replayWebhookEvents',
};

/** The names that stand for themselves, for checking that none is left over from a handler that is gone. */
export const EXPLICIT_OPERATION_NAMES: readonly string[] = Object.values(NAMES);

/**
 * What an operation is called in the document, and so a method in clients: `Tags.list` is `listTags`, `Tags.remove`
 * `deleteTag`, `Webhooks.listDeliveries` `listWebhookDeliveries`.
 * @param handler the name of the method, with a capital letter where what it is about begins.
 */
export function operationName(controller: string, handler: string): string {
  const resource = controller.replace(/Controller$/, '');
  const explicit = NAMES[`${resource}.${handler}`];
  if (explicit !== undefined) return explicit;
  const subject = SUBJECTS[resource] ?? resource;
  const [verb = handler] = /^[a-z]+/.exec(handler) ?? [];
  const about = handler.slice(verb.length);
  const named = verb === 'list' && about === '' ? subject : singular(subject);
  return `${VERBS[verb] ?? verb}${named}${about}`;
}

function singular(plural: string): string {
  return plural.endsWith('ies') ? plural.replace(/ies$/, 'y') : plural.replace(/s$/, '');
}
