// Written by `npm run openapi` from docs/openapi.json; changes made here are lost.

import type { Answer, CallOptions, Input, RowAt } from '../types.js';

/** A method for every operation of the API. */
export interface Methods {
  /**
   * Put contacts into a funnel
   *
   * A published one; all of them or none. They are let in whatever the funnel asks of those whom its trigger brings, unless they are inside.
   *
   * Permission: `manage_campaigns`.
   */
  addContactsToFunnel(input: Input<'addContactsToFunnel'>, options?: CallOptions): Promise<Answer<'addContactsToFunnel'>>;
  /**
   * Create or change many contacts
   *
   * Up to 5,000. Each contact is judged by itself; what is wrong with one is told in `invalids` and keeps no other from being written.
   *
   * Permission: `manage_contacts`.
   */
  addOrUpdateContacts(input: Input<'addOrUpdateContacts'>, options?: CallOptions): Promise<Answer<'addOrUpdateContacts'>>;
  /**
   * Suppress addresses or domains
   *
   * They are never mailed again. What is suppressed already is fine. Contacts keep their status; their mails are skipped.
   *
   * Permission: `manage_contacts`.
   */
  addSuppressions(input: Input<'addSuppressions'>, options?: CallOptions): Promise<Answer<'addSuppressions'>>;
  /**
   * Archive a campaign
   *
   * Only a draft or one that was sent.
   *
   * Permission: `manage_campaigns`.
   */
  archiveCampaign(input: Input<'archiveCampaign'>, options?: CallOptions): Promise<Answer<'archiveCampaign'>>;
  /**
   * Attach contacts to companies
   *
   * Every contact to every company. Those that are attached stay as they are.
   *
   * Permission: `manage_contacts`.
   */
  attachContactsToCompanies(input: Input<'attachContactsToCompanies'>, options?: CallOptions): Promise<Answer<'attachContactsToCompanies'>>;
  /**
   * Attach contacts to companies by POST
   *
   * The same as with `PUT`.
   *
   * Permission: `manage_contacts`.
   */
  attachContactsToCompaniesByPost(input: Input<'attachContactsToCompaniesByPost'>, options?: CallOptions): Promise<Answer<'attachContactsToCompaniesByPost'>>;
  /**
   * Cancel a bulk action
   *
   * What it has done stays, until it is undone.
   *
   * Permission: `manage_contacts`.
   */
  cancelBulkAction(input: Input<'cancelBulkAction'>, options?: CallOptions): Promise<Answer<'cancelBulkAction'>>;
  /**
   * Stop sending a campaign for good
   *
   * It becomes `archived`, and cannot be brought back.
   *
   * Permission: `manage_campaigns`.
   */
  cancelCampaign(input: Input<'cancelCampaign'>, options?: CallOptions): Promise<Answer<'cancelCampaign'>>;
  /**
   * Cancel an import
   *
   * What it has written stays, until it is undone.
   *
   * Permission: `manage_contacts`.
   */
  cancelImport(input: Input<'cancelImport'>, options?: CallOptions): Promise<Answer<'cancelImport'>>;
  /**
   * Stop a replay
   *
   * What it has queued by then is delivered. One that has ended stays as it is.
   *
   * Permission: `manage_contacts`.
   */
  cancelWebhookReplay(input: Input<'cancelWebhookReplay'>, options?: CallOptions): Promise<Answer<'cancelWebhookReplay'>>;
  /**
   * Choose the winner of an A/B test
   *
   * Ends the test; whoever waits for its winner gets this variant.
   *
   * Permission: `manage_campaigns` and `send_campaigns`.
   */
  chooseAbTestWinner(input: Input<'chooseAbTestWinner'>, options?: CallOptions): Promise<Answer<'chooseAbTestWinner'>>;
  /**
   * Count the contacts of a segment
   *
   * Those that are in it at this moment.
   *
   * Permission: `view_contacts`.
   */
  countSegmentContacts(input: Input<'countSegmentContacts'>, options?: CallOptions): Promise<Answer<'countSegmentContacts'>>;
  /**
   * Create a campaign
   *
   * It becomes a draft; `POST /campaigns/{id}/send` and `.../schedule` ask for what a mail needs.
   *
   * Permission: `manage_campaigns`.
   */
  createCampaign(input: Input<'createCampaign'>, options?: CallOptions): Promise<Answer<'createCampaign'>>;
  /**
   * Create a company
   *
   * Permission: `manage_contacts`.
   */
  createCompany(input: Input<'createCompany'>, options?: CallOptions): Promise<Answer<'createCompany'>>;
  /**
   * Add a note to a company
   *
   * Permission: `manage_contacts`.
   */
  createCompanyNote(input: Input<'createCompanyNote'>, options?: CallOptions): Promise<Answer<'createCompanyNote'>>;
  /**
   * Create a contact
   *
   * With `__force_update` a contact that has the address is changed instead: what is sent of it, and tags and lists are added. Without it such an address is refused with 409.
   *
   * Permission: `manage_contacts`.
   */
  createContact(input: Input<'createContact'>, options?: CallOptions): Promise<Answer<'createContact'>>;
  /**
   * Add a note to a contact
   *
   * Permission: `manage_contacts`.
   */
  createContactNote(input: Input<'createContactNote'>, options?: CallOptions): Promise<Answer<'createContactNote'>>;
  /**
   * Create a custom field
   *
   * Permission: `manage_contacts`.
   */
  createCustomField(input: Input<'createCustomField'>, options?: CallOptions): Promise<Answer<'createCustomField'>>;
  /**
   * Create a funnel
   *
   * It becomes a draft; `PUT /funnels/{id}/status` publishes it.
   *
   * Permission: `manage_campaigns`.
   */
  createFunnel(input: Input<'createFunnel'>, options?: CallOptions): Promise<Answer<'createFunnel'>>;
  /**
   * Import contacts
   *
   * From a file in a form, or from rows in JSON. The file is stored and read by a worker afterwards: watch the import by `GET /imports/{id}` or its events. What is wrong with single rows is told of those rows.
   *
   * Permission: `manage_contacts`.
   */
  createImport(input: Input<'createImport'>, options?: CallOptions): Promise<Answer<'createImport'>>;
  /**
   * Create a list
   *
   * Permission: `manage_contacts`.
   */
  createList(input: Input<'createList'>, options?: CallOptions): Promise<Answer<'createList'>>;
  /**
   * Schedule a report
   *
   * Each mail reports the period that has just ended (yesterday, the last seven days, the last month, the last quarter) beside the one before it, with charts in the mail and the figures as CSV. Each period is mailed once, however many workers run.
   *
   * Permission: `view_reports`.
   */
  createScheduledReport(input: Input<'createScheduledReport'>, options?: CallOptions): Promise<Answer<'createScheduledReport'>>;
  /**
   * Create a segment
   *
   * Permission: `manage_contacts`.
   */
  createSegment(input: Input<'createSegment'>, options?: CallOptions): Promise<Answer<'createSegment'>>;
  /**
   * Create a sender
   *
   * Password and private key are stored encrypted and never shown.
   *
   * Permission: `manage_campaigns`.
   */
  createSender(input: Input<'createSender'>, options?: CallOptions): Promise<Answer<'createSender'>>;
  /**
   * Create a tag
   *
   * Permission: `manage_contacts`.
   */
  createTag(input: Input<'createTag'>, options?: CallOptions): Promise<Answer<'createTag'>>;
  /**
   * Create a template
   *
   * Permission: `manage_campaigns`.
   */
  createTemplate(input: Input<'createTemplate'>, options?: CallOptions): Promise<Answer<'createTemplate'>>;
  /**
   * Create a webhook
   *
   * Shows its secret, this once.
   *
   * Permission: `manage_contacts`.
   */
  createWebhook(input: Input<'createWebhook'>, options?: CallOptions): Promise<Answer<'createWebhook'>>;
  /**
   * Delete a campaign
   *
   * Not one that is being sent. Links in mails that have left go on working, and figures of reports stay.
   *
   * Permission: `manage_campaigns`.
   */
  deleteCampaign(input: Input<'deleteCampaign'>, options?: CallOptions): Promise<Answer<'deleteCampaign'>>;
  /**
   * Delete a company
   *
   * Its notes go with it. Its contacts stay; they cease to belong to it in the background.
   *
   * Permission: `manage_contacts`.
   */
  deleteCompany(input: Input<'deleteCompany'>, options?: CallOptions): Promise<Answer<'deleteCompany'>>;
  /**
   * Delete a note of a company
   *
   * Notes that answer it stay, as notes of their own.
   *
   * Permission: `manage_contacts`.
   */
  deleteCompanyNote(input: Input<'deleteCompanyNote'>, options?: CallOptions): Promise<Answer<'deleteCompanyNote'>>;
  /**
   * Delete a contact
   *
   * With its notes, events and memberships. An address that must not be mailed stays suppressed, without being readable. To take away every trace of a person see `POST /subscribers/{id}/erase`.
   *
   * Permission: `manage_contacts`.
   */
  deleteContact(input: Input<'deleteContact'>, options?: CallOptions): Promise<Answer<'deleteContact'>>;
  /**
   * Delete a note of a contact
   *
   * Notes that answer it stay, as notes of their own.
   *
   * Permission: `manage_contacts`.
   */
  deleteContactNote(input: Input<'deleteContactNote'>, options?: CallOptions): Promise<Answer<'deleteContactNote'>>;
  /**
   * Delete a custom field
   *
   * The values that contacts have in it go with it, with `force`; a field without values needs none.
   *
   * Permission: `manage_contacts`.
   */
  deleteCustomField(input: Input<'deleteCustomField'>, options?: CallOptions): Promise<Answer<'deleteCustomField'>>;
  /**
   * Delete a funnel
   *
   * Its mails that are not sent yet never will be, and who was in it is forgotten. Figures stay.
   *
   * Permission: `manage_campaigns`.
   */
  deleteFunnel(input: Input<'deleteFunnel'>, options?: CallOptions): Promise<Answer<'deleteFunnel'>>;
  /**
   * Delete a list
   *
   * Its contacts stay. They lose the list within moments, and no events tell of that.
   *
   * Permission: `manage_contacts`.
   */
  deleteList(input: Input<'deleteList'>, options?: CallOptions): Promise<Answer<'deleteList'>>;
  /**
   * Delete a scheduled report
   *
   * Permission: `view_reports`.
   */
  deleteScheduledReport(input: Input<'deleteScheduledReport'>, options?: CallOptions): Promise<Answer<'deleteScheduledReport'>>;
  /**
   * Delete a segment
   *
   * The contacts in it stay.
   *
   * Permission: `manage_contacts`.
   */
  deleteSegment(input: Input<'deleteSegment'>, options?: CallOptions): Promise<Answer<'deleteSegment'>>;
  /**
   * Delete a sender
   *
   * Refused while a scheduled, working or paused campaign sends by it.
   *
   * Permission: `manage_campaigns`.
   */
  deleteSender(input: Input<'deleteSender'>, options?: CallOptions): Promise<Answer<'deleteSender'>>;
  /**
   * Lift a suppression
   *
   * Permission: `manage_contacts`.
   */
  deleteSuppression(input: Input<'deleteSuppression'>, options?: CallOptions): Promise<Answer<'deleteSuppression'>>;
  /**
   * Lift the suppression of an address or a domain
   *
   * Also of one that a deleted contact left behind. Where there is none, nothing happens.
   *
   * Permission: `manage_contacts`.
   */
  deleteSuppressionByValue(input: Input<'deleteSuppressionByValue'>, options?: CallOptions): Promise<Answer<'deleteSuppressionByValue'>>;
  /**
   * Delete a tag
   *
   * Its contacts stay. They lose the tag within moments, and no events tell of that.
   *
   * Permission: `manage_contacts`.
   */
  deleteTag(input: Input<'deleteTag'>, options?: CallOptions): Promise<Answer<'deleteTag'>>;
  /**
   * Delete a template
   *
   * Mails made from it do not change.
   *
   * Permission: `manage_campaigns`.
   */
  deleteTemplate(input: Input<'deleteTemplate'>, options?: CallOptions): Promise<Answer<'deleteTemplate'>>;
  /**
   * Delete a webhook
   *
   * With the log of its deliveries. What is not delivered yet never will be.
   *
   * Permission: `manage_contacts`.
   */
  deleteWebhook(input: Input<'deleteWebhook'>, options?: CallOptions): Promise<Answer<'deleteWebhook'>>;
  /**
   * Detach contacts from companies
   *
   * Every contact from every company. Where that takes the primary one, the oldest that is left becomes it.
   *
   * Permission: `manage_contacts`.
   */
  detachContactsFromCompanies(input: Input<'detachContactsFromCompanies'>, options?: CallOptions): Promise<Answer<'detachContactsFromCompanies'>>;
  /**
   * Detach contacts from companies by POST
   *
   * The same as with `PUT`.
   *
   * Permission: `manage_contacts`.
   */
  detachContactsFromCompaniesByPost(input: Input<'detachContactsFromCompaniesByPost'>, options?: CallOptions): Promise<Answer<'detachContactsFromCompaniesByPost'>>;
  /**
   * Download the rows that an import has refused
   *
   * Permission: `view_contacts`.
   */
  downloadRejectedRows(input: Input<'downloadRejectedRows'>, options?: CallOptions): Promise<Response>;
  /**
   * Duplicate a campaign
   *
   * The copy is a draft with a title and a slug of its own, without schedule and figures.
   *
   * Permission: `manage_campaigns`.
   */
  duplicateCampaign(input: Input<'duplicateCampaign'>, options?: CallOptions): Promise<Answer<'duplicateCampaign'>>;
  /**
   * Duplicate a funnel
   *
   * The copy is a draft, without the people in it.
   *
   * Permission: `manage_campaigns`.
   */
  duplicateFunnel(input: Input<'duplicateFunnel'>, options?: CallOptions): Promise<Answer<'duplicateFunnel'>>;
  /**
   * Erase a person
   *
   * Takes everything away that says who the contact is, wherever it is kept: fields, notes, mails, events, import rows, webhook deliveries. Figures of reports stay as they are. It cannot be undone.
   *
   * Permission: `manage_contacts`.
   */
  eraseContact(input: Input<'eraseContact'>, options?: CallOptions): Promise<Answer<'eraseContact'>>;
  /**
   * Count the recipients of a campaign
   *
   * How many people would get it now, and how many would not and why.
   *
   * Permission: `manage_campaigns`.
   */
  estimateCampaignRecipients(input: Input<'estimateCampaignRecipients'>, options?: CallOptions): Promise<Answer<'estimateCampaignRecipients'>>;
  /**
   * Explain why a contact got a campaign or did not
   *
   * Everything that has to be true, in the order in which it is decided.
   *
   * Permission: `manage_campaigns`.
   */
  explainCampaignRecipient(input: Input<'explainCampaignRecipient'>, options?: CallOptions): Promise<Answer<'explainCampaignRecipient'>>;
  /**
   * Explain why a contact is in a segment or not
   *
   * Which groups and rows of the rule hold for the contact, and what each row looks at.
   *
   * Permission: `view_contacts`.
   */
  explainSegment(input: Input<'explainSegment'>, options?: CallOptions): Promise<Answer<'explainSegment'>>;
  /**
   * Export a campaign
   *
   * Its figures, mails, activities and orders as a file.
   *
   * Permission: `view_reports`.
   */
  exportCampaign(input: Input<'exportCampaign'>, options?: CallOptions): Promise<Response>;
  /**
   * Export everything about a person
   *
   * All that is kept about a contact, as one JSON file, for whoever asks what is known of them.
   *
   * Permission: `manage_contacts`.
   */
  exportContactData(input: Input<'exportContactData'>, options?: CallOptions): Promise<Answer<'exportContactData'>>;
  /**
   * Export contacts
   *
   * As a file. Takes the filters of `GET /subscribers`; contacts come in the order of their ids.
   *
   * Permission: `view_reports` and `view_contacts`.
   */
  exportContacts(input?: Input<'exportContacts'>, options?: CallOptions): Promise<Response>;
  /**
   * Fire a trigger for a contact
   *
   * For triggers that Carillon cannot see by itself; `GET /funnels/triggers` lists them.
   *
   * Permission: `manage_campaigns`.
   */
  fireTrigger(input: Input<'fireTrigger'>, options?: CallOptions): Promise<Answer<'fireTrigger'>>;
  /**
   * Get the activity of contacts
   *
   * What they did, day by day, and at which hours and weekdays.
   *
   * Permission: `view_reports`.
   */
  getActivityReport(input?: Input<'getActivityReport'>, options?: CallOptions): Promise<Answer<'getActivityReport'>>;
  /**
   * Get the report of bounces
   *
   * Mails that came back, where and why. Narrowed down by lists or tags it has totals, rates and the timeline; everything else is null.
   *
   * Permission: `view_reports`.
   */
  getBounceReport(input?: Input<'getBounceReport'>, options?: CallOptions): Promise<Answer<'getBounceReport'>>;
  /**
   * Get a bulk action
   *
   * With how far it is.
   *
   * Permission: `view_contacts`.
   */
  getBulkAction(input: Input<'getBulkAction'>, options?: CallOptions): Promise<Answer<'getBulkAction'>>;
  /**
   * Get a campaign
   *
   * Permission: `manage_campaigns`.
   */
  getCampaign(input: Input<'getCampaign'>, options?: CallOptions): Promise<Answer<'getCampaign'>>;
  /**
   * Get the figures of a campaign
   *
   * What became of its mails.
   *
   * Permission: `view_reports`.
   */
  getCampaignEmailStats(input: Input<'getCampaignEmailStats'>, options?: CallOptions): Promise<Answer<'getCampaignEmailStats'>>;
  /**
   * Count the clicks on each link of a campaign
   *
   * By people, by distinct people, and by machines.
   *
   * Permission: `manage_campaigns`.
   */
  getCampaignLinkReport(input: Input<'getCampaignLinkReport'>, options?: CallOptions): Promise<Answer<'getCampaignLinkReport'>>;
  /**
   * Get the report of a campaign
   *
   * How it went, by day, by link and by domain. Without days all of them count. Links are of all days.
   *
   * Permission: `view_reports`.
   */
  getCampaignReport(input: Input<'getCampaignReport'>, options?: CallOptions): Promise<Answer<'getCampaignReport'>>;
  /**
   * List the orders that a campaign brought
   *
   * Those that were paid for, the newest first, and what is left of them after refunds.
   *
   * Permission: `manage_campaigns`.
   */
  getCampaignRevenues(input: Input<'getCampaignRevenues'>, options?: CallOptions): Promise<Answer<'getCampaignRevenues'>>;
  /**
   * Get the progress of a campaign
   *
   * Its state, how far its mails are, and how people react.
   *
   * Permission: `manage_campaigns`.
   */
  getCampaignStatus(input: Input<'getCampaignStatus'>, options?: CallOptions): Promise<Answer<'getCampaignStatus'>>;
  /**
   * Get a company
   *
   * Permission: `view_contacts`.
   */
  getCompany(input: Input<'getCompany'>, options?: CallOptions): Promise<Answer<'getCompany'>>;
  /**
   * Get a contact
   *
   * By id, or by address as `/subscribers/0?get_by_email=ada@example.com`.
   *
   * Permission: `view_contacts`.
   */
  getContact(input: Input<'getContact'>, options?: CallOptions): Promise<Answer<'getContact'>>;
  /**
   * Read the timeline of a contact
   *
   * What happened to the contact, the newest first: status, tags, lists, mails, opens, clicks, orders, funnels, notes and tracked events as one feed.
   *
   * Permission: `view_contacts`.
   */
  getContactTimeline(input: Input<'getContactTimeline'>, options?: CallOptions): Promise<Answer<'getContactTimeline'>>;
  /**
   * Get the engagement of contacts
   *
   * How much they care, as scores of 0 to 100. Without days all of them count, as they weigh today. People only, whatever `include_machine` says.
   *
   * Permission: `view_reports`.
   */
  getEngagementScores(input?: Input<'getEngagementScores'>, options?: CallOptions): Promise<Answer<'getEngagementScores'>>;
  /**
   * Get a funnel
   *
   * Permission: `view_contacts` or `manage_campaigns`.
   */
  getFunnel(input: Input<'getFunnel'>, options?: CallOptions): Promise<Answer<'getFunnel'>>;
  /**
   * Get the conversion rates of a funnel
   *
   * Its figures, and how each step went. Days narrow down the mails and what they brought, and nothing else.
   *
   * Permission: `view_contacts` or `manage_campaigns`.
   */
  getFunnelConversionRates(input: Input<'getFunnelConversionRates'>, options?: CallOptions): Promise<Answer<'getFunnelConversionRates'>>;
  /**
   * Get the conversion of a funnel
   *
   * Its report, and how each step went. Days narrow down the mails and what they brought, and nothing else. Without any, all days count.
   *
   * Permission: `view_reports`.
   */
  getFunnelConversionReport(input: Input<'getFunnelConversionReport'>, options?: CallOptions): Promise<Answer<'getFunnelConversionReport'>>;
  /**
   * Get the figures of a funnel
   *
   * Who entered and left it, and what became of its mails: its report, for those who may see funnels.
   *
   * Permission: `view_contacts` or `manage_campaigns`.
   */
  getFunnelFigures(input: Input<'getFunnelFigures'>, options?: CallOptions): Promise<Answer<'getFunnelFigures'>>;
  /**
   * Get the report of a funnel
   *
   * Who entered and left it, and what became of its mails.
   *
   * Permission: `view_reports`.
   */
  getFunnelReport(input: Input<'getFunnelReport'>, options?: CallOptions): Promise<Answer<'getFunnelReport'>>;
  /**
   * Get a step of a funnel
   *
   * With what became of those who came to it, in all versions.
   *
   * Permission: `view_contacts` or `manage_campaigns`.
   */
  getFunnelSequence(input: Input<'getFunnelSequence'>, options?: CallOptions): Promise<Answer<'getFunnelSequence'>>;
  /**
   * Get a version of a funnel
   *
   * With its steps.
   *
   * Permission: `view_contacts` or `manage_campaigns`.
   */
  getFunnelVersion(input: Input<'getFunnelVersion'>, options?: CallOptions): Promise<Answer<'getFunnelVersion'>>;
  /**
   * Get the growth of subscribers
   *
   * Who became subscribed and who left, by hour, day, week or month; gaps are filled.
   *
   * Permission: `view_reports`.
   */
  getGrowthReport(input?: Input<'getGrowthReport'>, options?: CallOptions): Promise<Answer<'getGrowthReport'>>;
  /**
   * Get an import
   *
   * With how far it is.
   *
   * Permission: `view_contacts`.
   */
  getImport(input: Input<'getImport'>, options?: CallOptions): Promise<Answer<'getImport'>>;
  /**
   * Get a list
   *
   * Permission: `view_contacts`.
   */
  getList(input: Input<'getList'>, options?: CallOptions): Promise<Answer<'getList'>>;
  /**
   * Get the report of a list
   *
   * How it grew by day, what its members did and brought, and how engaged they are.
   *
   * Permission: `view_reports`.
   */
  getListReport(input: Input<'getListReport'>, options?: CallOptions): Promise<Answer<'getListReport'>>;
  /**
   * Watch a campaign
   *
   * At this moment; at most 2 seconds old. What was sent does not wait for the counters of other reports.
   *
   * Permission: `view_reports`.
   */
  getLiveCampaignReport(input: Input<'getLiveCampaignReport'>, options?: CallOptions): Promise<Answer<'getLiveCampaignReport'>>;
  /**
   * Watch a funnel
   *
   * Who is in it at this moment, and where. At most 2 seconds old.
   *
   * Permission: `view_reports`.
   */
  getLiveFunnelReport(input: Input<'getLiveFunnelReport'>, options?: CallOptions): Promise<Answer<'getLiveFunnelReport'>>;
  /**
   * Get an order
   *
   * With what was given back of it, and what it is put down to.
   *
   * Permission: `view_reports`.
   */
  getOrder(input: Input<'getOrder'>, options?: CallOptions): Promise<Answer<'getOrder'>>;
  /**
   * Get the overview
   *
   * Subscribers, mails and revenue of a period beside the one before it.
   *
   * Permission: `view_reports`.
   */
  getOverviewReport(input?: Input<'getOverviewReport'>, options?: CallOptions): Promise<Answer<'getOverviewReport'>>;
  /**
   * Get the options of reports
   *
   * What they can be narrowed down to, and whose credentials these are: good for trying credentials out.
   *
   * Any valid manager may call it.
   */
  getReportOptions(input?: Input<'getReportOptions'>, options?: CallOptions): Promise<Answer<'getReportOptions'>>;
  /**
   * Rank campaigns by revenue
   *
   * The highest first. Without days all of them count. Cannot be narrowed down to lists or tags.
   *
   * Permission: `view_reports`.
   */
  getRevenueByCampaign(input?: Input<'getRevenueByCampaign'>, options?: CallOptions): Promise<Answer<'getRevenueByCampaign'>>;
  /**
   * Rank contacts by revenue
   *
   * The highest first. Without days all of them count.
   *
   * Permission: `view_reports`.
   */
  getRevenueByContact(input?: Input<'getRevenueByContact'>, options?: CallOptions): Promise<Answer<'getRevenueByContact'>>;
  /**
   * Get the revenue report
   *
   * What orders brought, by day, and what it is put down to. In one currency; what orders in others brought stands under `other_currencies`.
   *
   * Permission: `view_reports`.
   */
  getRevenueReport(input?: Input<'getRevenueReport'>, options?: CallOptions): Promise<Answer<'getRevenueReport'>>;
  /**
   * Get a scheduled report
   *
   * With its last mailings.
   *
   * Permission: `view_reports`.
   */
  getScheduledReport(input: Input<'getScheduledReport'>, options?: CallOptions): Promise<Answer<'getScheduledReport'>>;
  /**
   * Get a segment
   *
   * Permission: `view_contacts`.
   */
  getSegment(input: Input<'getSegment'>, options?: CallOptions): Promise<Answer<'getSegment'>>;
  /**
   * Analyse groups of contacts
   *
   * Into which groups contacts fall, how each does, and whom they share.
   *
   * Permission: `view_reports`.
   */
  getSegmentationAnalysis(input?: Input<'getSegmentationAnalysis'>, options?: CallOptions): Promise<Answer<'getSegmentationAnalysis'>>;
  /**
   * Get a sender
   *
   * Permission: `manage_campaigns`.
   */
  getSender(input: Input<'getSender'>, options?: CallOptions): Promise<Answer<'getSender'>>;
  /**
   * Get the report of spam complaints
   *
   * Mails that were called spam, and where. Narrowed down by lists or tags it has totals, rates and the timeline; everything else is null.
   *
   * Permission: `view_reports`.
   */
  getSpamComplaintReport(input?: Input<'getSpamComplaintReport'>, options?: CallOptions): Promise<Answer<'getSpamComplaintReport'>>;
  /**
   * Get a tag
   *
   * Permission: `view_contacts`.
   */
  getTag(input: Input<'getTag'>, options?: CallOptions): Promise<Answer<'getTag'>>;
  /**
   * Get the report of a tag
   *
   * How it grew by day, what its members did and brought, and how engaged they are.
   *
   * Permission: `view_reports`.
   */
  getTagReport(input: Input<'getTagReport'>, options?: CallOptions): Promise<Answer<'getTagReport'>>;
  /**
   * Get a template
   *
   * Permission: `manage_campaigns`.
   */
  getTemplate(input: Input<'getTemplate'>, options?: CallOptions): Promise<Answer<'getTemplate'>>;
  /**
   * Rank contacts
   *
   * Who reads, buys or does most. Without days all of them count. People only, whatever `include_machine` says.
   *
   * Permission: `view_reports`.
   */
  getTopContacts(input?: Input<'getTopContacts'>, options?: CallOptions): Promise<Answer<'getTopContacts'>>;
  /**
   * Get the report of unsubscribes
   *
   * Who left, by which way and why. Narrowed down by lists or tags it has totals, rates and the timeline; everything else is null.
   *
   * Permission: `view_reports`.
   */
  getUnsubscribeReport(input?: Input<'getUnsubscribeReport'>, options?: CallOptions): Promise<Answer<'getUnsubscribeReport'>>;
  /**
   * Get a webhook
   *
   * Permission: `view_contacts`.
   */
  getWebhook(input: Input<'getWebhook'>, options?: CallOptions): Promise<Answer<'getWebhook'>>;
  /**
   * Get a delivery
   *
   * With each of its attempts.
   *
   * Permission: `view_contacts`.
   */
  getWebhookDelivery(input: Input<'getWebhookDelivery'>, options?: CallOptions): Promise<Answer<'getWebhookDelivery'>>;
  /**
   * Get a replay
   *
   * With how far it has come.
   *
   * Permission: `view_contacts`.
   */
  getWebhookReplay(input: Input<'getWebhookReplay'>, options?: CallOptions): Promise<Answer<'getWebhookReplay'>>;
  /**
   * Look for faults in a campaign
   *
   * What is better mended before it is sent. Merge tags are tried on a sample of its recipients.
   *
   * Permission: `manage_campaigns`.
   */
  lintCampaign(input: Input<'lintCampaign'>, options?: CallOptions): Promise<Answer<'lintCampaign'>>;
  /**
   * List the A/B tests of campaigns
   *
   * How they went, the newest campaign first. Days ask for campaigns that began on them. Cannot be narrowed down to lists or tags. People only, whatever `include_machine` says.
   *
   * Permission: `view_reports`.
   */
  listAbTestReports(input?: Input<'listAbTestReports'>, options?: CallOptions): Promise<Answer<'listAbTestReports'>>;
  /**
   * List what managers changed
   *
   * The newest first: an entry for each record that a call changed, with every changed field before and after. Calls that changed more than 50 records of a kind at once have one entry that counts them. Secrets, and the values of people who were erased, are never in it.
   *
   * Permission: `manage_contacts`.
   */
  listAuditLog(input?: Input<'listAuditLog'>, options?: CallOptions): Promise<Answer<'listAuditLog'>>;
  /**
   * List the rows of a bulk action
   *
   * What became of each contact.
   *
   * Permission: `view_contacts`.
   */
  listBulkActionRows(input: Input<'listBulkActionRows'>, options?: CallOptions): Promise<Answer<'listBulkActionRows'>>;
  /**
   * List bulk actions
   *
   * Those over filters, the newest first.
   *
   * Permission: `view_contacts`.
   */
  listBulkActions(input?: Input<'listBulkActions'>, options?: CallOptions): Promise<Answer<'listBulkActions'>>;
  /**
   * List the opens and clicks of a mail
   *
   * Each with whether a person or a machine made it, and why it is taken for that.
   *
   * Permission: `manage_campaigns`.
   */
  listCampaignEmailHits(input: Input<'listCampaignEmailHits'>, options?: CallOptions): Promise<Answer<'listCampaignEmailHits'>>;
  /**
   * List the mails of a campaign
   *
   * Permission: `manage_campaigns`.
   */
  listCampaignEmails(input: Input<'listCampaignEmails'>, options?: CallOptions): Promise<Answer<'listCampaignEmails'>>;
  /**
   * List the reports of campaigns
   *
   * How each went, the newest first. Of a period: the campaigns with figures on these days, and the figures of these days. Without one all days count. Lists and tags cannot narrow down campaigns.
   *
   * Permission: `view_reports`.
   */
  listCampaignReports(input?: Input<'listCampaignReports'>, options?: CallOptions): Promise<Answer<'listCampaignReports'>>;
  /**
   * List who opted out through a campaign
   *
   * Permission: `manage_campaigns`.
   */
  listCampaignUnsubscribers(input: Input<'listCampaignUnsubscribers'>, options?: CallOptions): Promise<Answer<'listCampaignUnsubscribers'>>;
  /**
   * List campaigns
   *
   * Permission: `manage_campaigns`.
   */
  listCampaigns(input?: Input<'listCampaigns'>, options?: CallOptions): Promise<Answer<'listCampaigns'>>;
  /**
   * List companies
   *
   * Permission: `view_contacts`.
   */
  listCompanies(input?: Input<'listCompanies'>, options?: CallOptions): Promise<Answer<'listCompanies'>>;
  /**
   * List the notes of a company
   *
   * The newest first.
   *
   * Permission: `view_contacts`.
   */
  listCompanyNotes(input: Input<'listCompanyNotes'>, options?: CallOptions): Promise<Answer<'listCompanyNotes'>>;
  /**
   * List the consents of a contact
   *
   * What the person agreed to or took back, when and how; the newest first.
   *
   * Permission: `view_contacts`.
   */
  listContactConsents(input: Input<'listContactConsents'>, options?: CallOptions): Promise<Answer<'listContactConsents'>>;
  /**
   * List the notes of a contact
   *
   * The newest first.
   *
   * Permission: `view_contacts`.
   */
  listContactNotes(input: Input<'listContactNotes'>, options?: CallOptions): Promise<Answer<'listContactNotes'>>;
  /**
   * List contacts
   *
   * Those that match every filter. To read all of them, walk: begin with `cursor=*` and go on with `next_cursor`.
   *
   * Permission: `view_contacts`.
   */
  listContacts(input?: Input<'listContacts'>, options?: CallOptions): Promise<Answer<'listContacts'>>;
  /**
   * List the custom fields of contacts
   *
   * Permission: `view_contacts`.
   */
  listCustomFields(input?: Input<'listCustomFields'>, options?: CallOptions): Promise<Answer<'listCustomFields'>>;
  /**
   * List events
   *
   * Everything that webhooks are told of, in the order in which it became known. Read on with `next_cursor`: nothing is missed and nothing repeated.
   *
   * Permission: `view_contacts`.
   */
  listEvents(input?: Input<'listEvents'>, options?: CallOptions): Promise<Answer<'listEvents'>>;
  /**
   * List the URLs that sending services report to
   *
   * They are secret: whoever knows one may report on behalf of the service.
   *
   * Permission: `manage_contacts`.
   */
  listFeedbackProviders(input?: Input<'listFeedbackProviders'>, options?: CallOptions): Promise<Answer<'listFeedbackProviders'>>;
  /**
   * List the actions of funnels
   *
   * What steps can do, with JSON Schemas of their settings.
   *
   * Permission: `view_contacts` or `manage_campaigns`.
   */
  listFunnelActions(input?: Input<'listFunnelActions'>, options?: CallOptions): Promise<Answer<'listFunnelActions'>>;
  /**
   * List the contacts of a funnel
   *
   * Who is and who was in it, the newest first.
   *
   * Permission: `view_contacts` or `manage_campaigns`.
   */
  listFunnelContacts(input: Input<'listFunnelContacts'>, options?: CallOptions): Promise<Answer<'listFunnelContacts'>>;
  /**
   * List the reports of funnels
   *
   * How each is doing, the newest first.
   *
   * Permission: `view_reports`.
   */
  listFunnelReports(input?: Input<'listFunnelReports'>, options?: CallOptions): Promise<Answer<'listFunnelReports'>>;
  /**
   * List the steps of a funnel
   *
   * Of its present version, as a tree.
   *
   * Permission: `view_contacts` or `manage_campaigns`.
   */
  listFunnelSequences(input: Input<'listFunnelSequences'>, options?: CallOptions): Promise<Answer<'listFunnelSequences'>>;
  /**
   * List the triggers of funnels
   *
   * What funnels can begin with, with JSON Schemas of the parameters.
   *
   * Permission: `view_contacts` or `manage_campaigns`.
   */
  listFunnelTriggers(input?: Input<'listFunnelTriggers'>, options?: CallOptions): Promise<Answer<'listFunnelTriggers'>>;
  /**
   * List the versions of a funnel
   *
   * Permission: `view_contacts` or `manage_campaigns`.
   */
  listFunnelVersions(input: Input<'listFunnelVersions'>, options?: CallOptions): Promise<Answer<'listFunnelVersions'>>;
  /**
   * List funnels
   *
   * Permission: `view_contacts` or `manage_campaigns`.
   */
  listFunnels(input?: Input<'listFunnels'>, options?: CallOptions): Promise<Answer<'listFunnels'>>;
  /**
   * List the rows of an import
   *
   * With what became of each of them.
   *
   * Permission: `view_contacts`.
   */
  listImportRows(input: Input<'listImportRows'>, options?: CallOptions): Promise<Answer<'listImportRows'>>;
  /**
   * List imports
   *
   * The newest first.
   *
   * Permission: `view_contacts`.
   */
  listImports(input?: Input<'listImports'>, options?: CallOptions): Promise<Answer<'listImports'>>;
  /**
   * List the reports of lists
   *
   * How each list grew, and what its members did and brought.
   *
   * Permission: `view_reports`.
   */
  listListReports(input?: Input<'listListReports'>, options?: CallOptions): Promise<Answer<'listListReports'>>;
  /**
   * List all lists
   *
   * Permission: `view_contacts`.
   */
  listLists(input?: Input<'listLists'>, options?: CallOptions): Promise<Answer<'listLists'>>;
  /**
   * List orders
   *
   * The newest first, unless sorted otherwise.
   *
   * Permission: `view_reports`.
   */
  listOrders(input?: Input<'listOrders'>, options?: CallOptions): Promise<Answer<'listOrders'>>;
  /**
   * List scheduled reports
   *
   * The newest first.
   *
   * Permission: `view_reports`.
   */
  listScheduledReports(input?: Input<'listScheduledReports'>, options?: CallOptions): Promise<Answer<'listScheduledReports'>>;
  /**
   * List the contacts of a segment
   *
   * Those that are in it at this moment.
   *
   * Permission: `view_contacts`.
   */
  listSegmentContacts(input: Input<'listSegmentContacts'>, options?: CallOptions): Promise<Answer<'listSegmentContacts'>>;
  /**
   * List all segments
   *
   * Permission: `view_contacts`.
   */
  listSegments(input?: Input<'listSegments'>, options?: CallOptions): Promise<Answer<'listSegments'>>;
  /**
   * List senders
   *
   * Permission: `manage_campaigns`.
   */
  listSenders(input?: Input<'listSenders'>, options?: CallOptions): Promise<Answer<'listSenders'>>;
  /**
   * List suppressions
   *
   * The addresses and domains that are never mailed, the newest first.
   *
   * Permission: `view_contacts`.
   */
  listSuppressions(input?: Input<'listSuppressions'>, options?: CallOptions): Promise<Answer<'listSuppressions'>>;
  /**
   * List the reports of tags
   *
   * How each tag grew, and what its members did and brought.
   *
   * Permission: `view_reports`.
   */
  listTagReports(input?: Input<'listTagReports'>, options?: CallOptions): Promise<Answer<'listTagReports'>>;
  /**
   * List all tags
   *
   * Permission: `view_contacts`.
   */
  listTags(input?: Input<'listTags'>, options?: CallOptions): Promise<Answer<'listTags'>>;
  /**
   * List templates
   *
   * Permission: `manage_campaigns`.
   */
  listTemplates(input?: Input<'listTemplates'>, options?: CallOptions): Promise<Answer<'listTemplates'>>;
  /**
   * List the tracked events of a contact
   *
   * The newest first.
   *
   * Permission: `view_contacts`.
   */
  listTrackedEvents(input: Input<'listTrackedEvents'>, options?: CallOptions): Promise<Answer<'listTrackedEvents'>>;
  /**
   * List the deliveries of a webhook
   *
   * The newest first.
   *
   * Permission: `view_contacts`.
   */
  listWebhookDeliveries(input: Input<'listWebhookDeliveries'>, options?: CallOptions): Promise<Answer<'listWebhookDeliveries'>>;
  /**
   * List webhooks
   *
   * Permission: `view_contacts`.
   */
  listWebhooks(input?: Input<'listWebhooks'>, options?: CallOptions): Promise<Answer<'listWebhooks'>>;
  /**
   * Merge contacts
   *
   * History, memberships, values and orders of the others become those of the contact that stays; where it has nothing, it gets their fields, those of the oldest first. The strictest status wins. It cannot be undone.
   *
   * Permission: `manage_contacts`.
   */
  mergeContacts(input: Input<'mergeContacts'>, options?: CallOptions): Promise<Answer<'mergeContacts'>>;
  /**
   * Pause a campaign
   *
   * Mails that are being handed over are finished, no other begins.
   *
   * Permission: `manage_campaigns`.
   */
  pauseCampaign(input: Input<'pauseCampaign'>, options?: CallOptions): Promise<Answer<'pauseCampaign'>>;
  /**
   * Preview a campaign
   *
   * The mail as that contact would get it, with links that lead to samples.
   *
   * Permission: `manage_campaigns`.
   */
  previewCampaign(input: Input<'previewCampaign'>, options?: CallOptions): Promise<Answer<'previewCampaign'>>;
  /**
   * Send a delivery again
   *
   * With the same delivery id and the same body, in a new round of attempts.
   *
   * Permission: `manage_contacts`.
   */
  redeliverWebhookDelivery(input: Input<'redeliverWebhookDelivery'>, options?: CallOptions): Promise<Answer<'redeliverWebhookDelivery'>>;
  /**
   * Report a refund of an order
   *
   * The same `external_id` counts once. When everything was given back the order is refunded.
   *
   * Permission: `manage_contacts`.
   */
  refundOrder(input: Input<'refundOrder'>, options?: CallOptions): Promise<Answer<'refundOrder'>>;
  /**
   * Take a contact out of a funnel
   *
   * Its mails that are not sent yet never will be.
   *
   * Permission: `manage_campaigns`.
   */
  removeContactFromFunnel(input: Input<'removeContactFromFunnel'>, options?: CallOptions): Promise<Answer<'removeContactFromFunnel'>>;
  /**
   * Rename a campaign
   *
   * In any state.
   *
   * Permission: `manage_campaigns`.
   */
  renameCampaign(input: Input<'renameCampaign'>, options?: CallOptions): Promise<Answer<'renameCampaign'>>;
  /**
   * Render a content
   *
   * What a mail would look like. Nothing is kept.
   *
   * Permission: `manage_campaigns`.
   */
  renderTemplate(input: Input<'renderTemplate'>, options?: CallOptions): Promise<Answer<'renderTemplate'>>;
  /**
   * Replace the whole set of custom fields
   *
   * A definition with a known slug changes that field, every other one is new; fields left out are removed.
   *
   * Permission: `manage_contacts`.
   */
  replaceCustomFields(input: Input<'replaceCustomFields'>, options?: CallOptions): Promise<Answer<'replaceCustomFields'>>;
  /**
   * Deliver the events of a time range again
   *
   * Works in the background. An event that had a delivery is delivered under the same id; one that had none gets one. Of an active webhook only, one replay at a time.
   *
   * Permission: `manage_contacts`.
   */
  replayWebhookEvents(input: Input<'replayWebhookEvents'>, options?: CallOptions): Promise<Answer<'replayWebhookEvents'>>;
  /**
   * Report an order
   *
   * A new one is written, a known one changed: an order is known by `provider` and `external_id`. Calls may be repeated and come in any order: what is late changes nothing.
   *
   * Permission: `manage_contacts`.
   */
  reportOrder(input: Input<'reportOrder'>, options?: CallOptions): Promise<Answer<'reportOrder'>>;
  /**
   * Report many orders
   *
   * Up to 1,000, each by itself: rows that are wrong are named under `invalids`, and the others are written.
   *
   * Permission: `manage_contacts`.
   */
  reportOrders(input: Input<'reportOrders'>, options?: CallOptions): Promise<Answer<'reportOrders'>>;
  /**
   * Report a mail that came back
   *
   * A bounce, a complaint or an opt-out, as a mail server received it: the raw message as `message/rfc822`, `application/octet-stream` or `text/plain`, up to 10 MB, or JSON. The same message twice is told once.
   *
   * Permission: `manage_contacts`.
   */
  reportReturnedMail(input: Input<'reportReturnedMail'>, options?: CallOptions): Promise<Answer<'reportReturnedMail'>>;
  /**
   * Repeat a campaign for everybody whose mail failed
   *
   * Makes a new draft. Who they are is asked when the draft is sent. Bounces are no such failures.
   *
   * Permission: `manage_campaigns`.
   */
  resendCampaignToFailed(input: Input<'resendCampaignToFailed'>, options?: CallOptions): Promise<Answer<'resendCampaignToFailed'>>;
  /**
   * Repeat a campaign for everybody who has not opened it
   *
   * Makes a new draft. Who they are is asked when the draft is sent.
   *
   * Permission: `manage_campaigns`.
   */
  resendCampaignToUnopened(input: Input<'resendCampaignToUnopened'>, options?: CallOptions): Promise<Answer<'resendCampaignToUnopened'>>;
  /**
   * Restore a version of a funnel
   *
   * Its steps become a new version. The steps keep their ids. They are judged again for loops alone. In a published funnel this also needs `send_campaigns`.
   *
   * Permission: `manage_campaigns`.
   */
  restoreFunnelVersion(input: Input<'restoreFunnelVersion'>, options?: CallOptions): Promise<Answer<'restoreFunnelVersion'>>;
  /**
   * Resume a paused campaign
   *
   * Permission: `manage_campaigns` and `send_campaigns`.
   */
  resumeCampaign(input: Input<'resumeCampaign'>, options?: CallOptions): Promise<Answer<'resumeCampaign'>>;
  /**
   * Replace the secret of a webhook
   *
   * Shows the new secret, this once. It signs from the next call on. For `grace_minutes` the old one signs too, in `X-Service-Signature-Previous` and as a second entry of `webhook-signature`. While that lasts, another rotation needs `grace_minutes: 0`, which ends it.
   *
   * Permission: `manage_contacts`.
   */
  rotateWebhookSecret(input: Input<'rotateWebhookSecret'>, options?: CallOptions): Promise<Answer<'rotateWebhookSecret'>>;
  /**
   * Mail a scheduled report now
   *
   * The period that ended last, once for each call; with an `Idempotency-Key` a repeated call is the same one. When it is mailed next stays as it is, and a paused one is mailed too.
   *
   * Permission: `view_reports`.
   */
  runScheduledReport(input: Input<'runScheduledReport'>, options?: CallOptions): Promise<Answer<'runScheduledReport'>>;
  /**
   * Save the steps of a funnel
   *
   * As a new version. Contacts inside stay in the version that they entered, unless `migrate` is `yes`. In a published funnel this also needs `send_campaigns`.
   *
   * Permission: `manage_campaigns`.
   */
  saveFunnelSequences(input: Input<'saveFunnelSequences'>, options?: CallOptions): Promise<Answer<'saveFunnelSequences'>>;
  /**
   * Schedule a campaign
   *
   * It has to be fit to be sent by now. `settings.sending_type` says what the time means.
   *
   * Permission: `manage_campaigns` and `send_campaigns`.
   */
  scheduleCampaign(input: Input<'scheduleCampaign'>, options?: CallOptions): Promise<Answer<'scheduleCampaign'>>;
  /**
   * Send a campaign now
   *
   * The answer does not wait for the mails; `GET /campaigns/{id}/status` says how far they are.
   *
   * Permission: `manage_campaigns` and `send_campaigns`.
   */
  sendCampaign(input: Input<'sendCampaign'>, options?: CallOptions): Promise<Answer<'sendCampaign'>>;
  /**
   * Send a test mail of a campaign
   *
   * At once, to any address. It is in no figure, and its links change nobody.
   *
   * Permission: `manage_campaigns`.
   */
  sendCampaignTestEmail(input: Input<'sendCampaignTestEmail'>, options?: CallOptions): Promise<Answer<'sendCampaignTestEmail'>>;
  /**
   * Ask a contact by mail to confirm the subscription
   *
   * The contact becomes `pending` and is subscribed by the link in the mail. Earlier mails lose their link. A contact that is subscribed, or has complained, is refused.
   *
   * Permission: `manage_contacts`.
   */
  sendDoubleOptIn(input: Input<'sendDoubleOptIn'>, options?: CallOptions): Promise<Answer<'sendDoubleOptIn'>>;
  /**
   * Set the status of a funnel
   *
   * While it is not published nobody comes in or moves on; what comes due meanwhile happens afterwards. Publishing also needs `send_campaigns`.
   *
   * Permission: `manage_campaigns`.
   */
  setFunnelStatus(input: Input<'setFunnelStatus'>, options?: CallOptions): Promise<Answer<'setFunnelStatus'>>;
  /**
   * Settle a mail of unknown fate
   *
   * One whose connection broke at a moment at which nobody can tell whether it arrived (`ON_UNKNOWN=hold`).
   *
   * Permission: `manage_campaigns` and `send_campaigns`.
   */
  settleCampaignEmail(input: Input<'settleCampaignEmail'>, options?: CallOptions): Promise<Answer<'settleCampaignEmail'>>;
  /**
   * Settle all mails of unknown fate of a campaign
   *
   * Permission: `manage_campaigns` and `send_campaigns`.
   */
  settleUnknownCampaignEmails(input: Input<'settleUnknownCampaignEmails'>, options?: CallOptions): Promise<Answer<'settleUnknownCampaignEmails'>>;
  /**
   * Simulate a funnel
   *
   * What it would do with contacts that came in now, and when: the real engine on a clock that runs ahead. Nothing of it stays: no mail, no event, no change of a contact.
   *
   * Permission: `manage_campaigns`.
   */
  simulateFunnel(input: Input<'simulateFunnel'>, options?: CallOptions): Promise<Answer<'simulateFunnel'>>;
  /**
   * Do something to many contacts
   *
   * To those in `subscriber_ids` before the answer; to whoever matches `filter` by a job that can be watched, stopped and, unless it deletes, undone. `add_to_funnel` also needs `manage_campaigns`.
   *
   * Permission: `manage_contacts`.
   */
  startBulkAction(input: Input<'startBulkAction'>, options?: CallOptions): Promise<Answer<'startBulkAction'>>;
  /**
   * Follow the events
   *
   * The event log as it grows, as server-sent events. The `id` of each is its cursor; a client that reconnects sends the last one as `Last-Event-ID`.
   *
   * Permission: `view_contacts`.
   */
  streamEvents(input?: Input<'streamEvents'>, options?: CallOptions): Promise<Response>;
  /**
   * Try a sender out
   *
   * Connects and logs in; with `to` it also sends one email. It waits for the answers of the mail server. A failed connection has one text, whatever the reason; the log has the reason.
   *
   * Permission: `manage_campaigns`.
   */
  testSender(input: Input<'testSender'>, options?: CallOptions): Promise<Answer<'testSender'>>;
  /**
   * Test a webhook
   *
   * Sends `webhook.test` once and waits for the answer. It is logged, never repeated and never counted.
   *
   * Permission: `manage_contacts`.
   */
  testWebhook(input: Input<'testWebhook'>, options?: CallOptions): Promise<Answer<'testWebhook'>>;
  /**
   * Trace a contact through a funnel
   *
   * What it has done for the contact, step by step, and what comes next.
   *
   * Permission: `view_contacts` or `manage_campaigns`.
   */
  traceContactInFunnel(input: Input<'traceContactInFunnel'>, options?: CallOptions): Promise<Answer<'traceContactInFunnel'>>;
  /**
   * Track an event of a contact
   *
   * The same key and title again raise the counter of the event.
   *
   * Permission: `manage_contacts`.
   */
  trackEvent(input: Input<'trackEvent'>, options?: CallOptions): Promise<Answer<'trackEvent'>>;
  /**
   * Bring a contact into a funnel
   *
   * Creates or updates the contact and puts it into a published funnel. One that is in it already stays where it is.
   *
   * Permission: `manage_campaigns`.
   */
  triggerFunnel(input: Input<'triggerFunnel'>, options?: CallOptions): Promise<Answer<'triggerFunnel'>>;
  /**
   * Bring an archived campaign back
   *
   * As what it was; not one that was cancelled.
   *
   * Permission: `manage_campaigns`.
   */
  unarchiveCampaign(input: Input<'unarchiveCampaign'>, options?: CallOptions): Promise<Answer<'unarchiveCampaign'>>;
  /**
   * Undo a bulk action
   *
   * Takes back what it has changed, unless that was edited since; such contacts are listed as conflicts. What put contacts into a funnel also needs `manage_campaigns`.
   *
   * Permission: `manage_contacts`.
   */
  undoBulkAction(input: Input<'undoBulkAction'>, options?: CallOptions): Promise<Answer<'undoBulkAction'>>;
  /**
   * Undo an import
   *
   * Takes back what it has changed, unless that was edited since; such contacts are listed as conflicts. A job does it: watch the import.
   *
   * Permission: `manage_contacts`.
   */
  undoImport(input: Input<'undoImport'>, options?: CallOptions): Promise<Answer<'undoImport'>>;
  /**
   * Take a scheduled campaign back into drafts
   *
   * Permission: `manage_campaigns`.
   */
  unscheduleCampaign(input: Input<'unscheduleCampaign'>, options?: CallOptions): Promise<Answer<'unscheduleCampaign'>>;
  /**
   * Change a campaign
   *
   * What is not sent stays as it is. Drafts and scheduled campaigns take everything, the others only another title.
   *
   * Permission: `manage_campaigns`.
   */
  updateCampaign(input: Input<'updateCampaign'>, options?: CallOptions): Promise<Answer<'updateCampaign'>>;
  /**
   * Change a company
   *
   * What is left out stays; null and an empty text empty a field.
   *
   * Permission: `manage_contacts`.
   */
  updateCompany(input: Input<'updateCompany'>, options?: CallOptions): Promise<Answer<'updateCompany'>>;
  /**
   * Change a note of a company
   *
   * The four required members are sent again; of the others, what is left out stays.
   *
   * Permission: `manage_contacts`.
   */
  updateCompanyNote(input: Input<'updateCompanyNote'>, options?: CallOptions): Promise<Answer<'updateCompanyNote'>>;
  /**
   * Change a contact
   *
   * What is left out stays. `tags` and `lists` replace the whole set; `attach_*` and `detach_*` change it. What is sent may stand in `subscriber` or by itself.
   *
   * Permission: `manage_contacts`.
   */
  updateContact(input: Input<'updateContact'>, options?: CallOptions): Promise<Answer<'updateContact'>>;
  /**
   * Change a note of a contact
   *
   * The four required members are sent again; of the others, what is left out stays.
   *
   * Permission: `manage_contacts`.
   */
  updateContactNote(input: Input<'updateContactNote'>, options?: CallOptions): Promise<Answer<'updateContactNote'>>;
  /**
   * Change a custom field
   *
   * What is left out stays. Values that a new type or fewer options leave no place for are lost, with `force`.
   *
   * Permission: `manage_contacts`.
   */
  updateCustomField(input: Input<'updateCustomField'>, options?: CallOptions): Promise<Answer<'updateCustomField'>>;
  /**
   * Change a funnel
   *
   * In any state. Omitted fields are unchanged; `sequences` make a new version, which in a published funnel also needs `send_campaigns`.
   *
   * Permission: `manage_campaigns`.
   */
  updateFunnel(input: Input<'updateFunnel'>, options?: CallOptions): Promise<Answer<'updateFunnel'>>;
  /**
   * Change a list
   *
   * What is left out stays. The answer holds the id as text; read the list itself to see it.
   *
   * Permission: `manage_contacts`.
   */
  updateList(input: Input<'updateList'>, options?: CallOptions): Promise<Answer<'updateList'>>;
  /**
   * Change an order
   *
   * What is left out stays. The status goes forward only.
   *
   * Permission: `manage_contacts`.
   */
  updateOrder(input: Input<'updateOrder'>, options?: CallOptions): Promise<Answer<'updateOrder'>>;
  /**
   * Change a scheduled report
   *
   * What is left out stays as it is. `settings` are replaced as a whole.
   *
   * Permission: `view_reports`.
   */
  updateScheduledReport(input: Input<'updateScheduledReport'>, options?: CallOptions): Promise<Answer<'updateScheduledReport'>>;
  /**
   * Change a segment
   *
   * What is left out stays.
   *
   * Permission: `manage_contacts`.
   */
  updateSegment(input: Input<'updateSegment'>, options?: CallOptions): Promise<Answer<'updateSegment'>>;
  /**
   * Change a sender
   *
   * Omitted fields are unchanged. A change of `host`, `port`, `secure` or `username` needs the `password` again. Workers apply the change within a second; emails under way are not affected.
   *
   * Permission: `manage_campaigns`.
   */
  updateSender(input: Input<'updateSender'>, options?: CallOptions): Promise<Answer<'updateSender'>>;
  /**
   * Change a tag
   *
   * What is left out stays. The answer holds the id as text; read the tag itself to see it.
   *
   * Permission: `manage_contacts`.
   */
  updateTag(input: Input<'updateTag'>, options?: CallOptions): Promise<Answer<'updateTag'>>;
  /**
   * Change a template
   *
   * What is not sent stays as it is. Mails made from it do not change.
   *
   * Permission: `manage_campaigns`.
   */
  updateTemplate(input: Input<'updateTemplate'>, options?: CallOptions): Promise<Answer<'updateTemplate'>>;
  /**
   * Change a webhook
   *
   * Setting `status` to `active` brings a disabled webhook back; what was held back is then delivered.
   *
   * Permission: `manage_contacts`.
   */
  updateWebhook(input: Input<'updateWebhook'>, options?: CallOptions): Promise<Answer<'updateWebhook'>>;
  /**
   * Watch a bulk action
   *
   * Its progress as server-sent events.
   *
   * Permission: `view_contacts`.
   */
  watchBulkAction(input: Input<'watchBulkAction'>, options?: CallOptions): Promise<Response>;
  /**
   * Watch an import
   *
   * Its progress as server-sent events.
   *
   * Permission: `view_contacts`.
   */
  watchImport(input: Input<'watchImport'>, options?: CallOptions): Promise<Response>;
}

/** The rows of every list that has pages. */
export interface Rows {
  getCampaignRevenues(input: Input<'getCampaignRevenues'>, options?: CallOptions): AsyncIterable<RowAt<Answer<'getCampaignRevenues'>, ['orders', 'data']>>;
  getContactTimeline(input: Input<'getContactTimeline'>, options?: CallOptions): AsyncIterable<RowAt<Answer<'getContactTimeline'>, ['timeline', 'data']>>;
  getRevenueByCampaign(input?: Input<'getRevenueByCampaign'>, options?: CallOptions): AsyncIterable<RowAt<Answer<'getRevenueByCampaign'>, ['campaigns', 'data']>>;
  getRevenueByContact(input?: Input<'getRevenueByContact'>, options?: CallOptions): AsyncIterable<RowAt<Answer<'getRevenueByContact'>, ['contacts', 'data']>>;
  listAbTestReports(input?: Input<'listAbTestReports'>, options?: CallOptions): AsyncIterable<RowAt<Answer<'listAbTestReports'>, ['tests']>>;
  listAuditLog(input?: Input<'listAuditLog'>, options?: CallOptions): AsyncIterable<RowAt<Answer<'listAuditLog'>, ['audit_log']>>;
  listBulkActionRows(input: Input<'listBulkActionRows'>, options?: CallOptions): AsyncIterable<RowAt<Answer<'listBulkActionRows'>, ['rows']>>;
  listBulkActions(input?: Input<'listBulkActions'>, options?: CallOptions): AsyncIterable<RowAt<Answer<'listBulkActions'>, ['bulk_actions', 'data']>>;
  listCampaignEmailHits(input: Input<'listCampaignEmailHits'>, options?: CallOptions): AsyncIterable<RowAt<Answer<'listCampaignEmailHits'>, ['hits', 'data']>>;
  listCampaignEmails(input: Input<'listCampaignEmails'>, options?: CallOptions): AsyncIterable<RowAt<Answer<'listCampaignEmails'>, ['emails', 'data']>>;
  listCampaignReports(input?: Input<'listCampaignReports'>, options?: CallOptions): AsyncIterable<RowAt<Answer<'listCampaignReports'>, ['campaigns', 'data']>>;
  listCampaignUnsubscribers(input: Input<'listCampaignUnsubscribers'>, options?: CallOptions): AsyncIterable<RowAt<Answer<'listCampaignUnsubscribers'>, ['unsubscribes', 'data']>>;
  listCampaigns(input?: Input<'listCampaigns'>, options?: CallOptions): AsyncIterable<RowAt<Answer<'listCampaigns'>, ['campaigns', 'data']>>;
  listCompanies(input?: Input<'listCompanies'>, options?: CallOptions): AsyncIterable<RowAt<Answer<'listCompanies'>, ['companies', 'data']>>;
  listCompanyNotes(input: Input<'listCompanyNotes'>, options?: CallOptions): AsyncIterable<RowAt<Answer<'listCompanyNotes'>, ['notes', 'data']>>;
  listContactConsents(input: Input<'listContactConsents'>, options?: CallOptions): AsyncIterable<RowAt<Answer<'listContactConsents'>, ['consents', 'data']>>;
  listContactNotes(input: Input<'listContactNotes'>, options?: CallOptions): AsyncIterable<RowAt<Answer<'listContactNotes'>, ['notes', 'data']>>;
  listContacts(input?: Input<'listContacts'>, options?: CallOptions): AsyncIterable<RowAt<Answer<'listContacts'>, ['data']>>;
  listFunnelContacts(input: Input<'listFunnelContacts'>, options?: CallOptions): AsyncIterable<RowAt<Answer<'listFunnelContacts'>, ['funnel_subscribers', 'data']>>;
  listFunnelReports(input?: Input<'listFunnelReports'>, options?: CallOptions): AsyncIterable<RowAt<Answer<'listFunnelReports'>, ['funnels', 'data']>>;
  listFunnels(input?: Input<'listFunnels'>, options?: CallOptions): AsyncIterable<RowAt<Answer<'listFunnels'>, ['funnels']>>;
  listImportRows(input: Input<'listImportRows'>, options?: CallOptions): AsyncIterable<RowAt<Answer<'listImportRows'>, ['rows']>>;
  listImports(input?: Input<'listImports'>, options?: CallOptions): AsyncIterable<RowAt<Answer<'listImports'>, ['imports', 'data']>>;
  listOrders(input?: Input<'listOrders'>, options?: CallOptions): AsyncIterable<RowAt<Answer<'listOrders'>, ['orders', 'data']>>;
  listSegmentContacts(input: Input<'listSegmentContacts'>, options?: CallOptions): AsyncIterable<RowAt<Answer<'listSegmentContacts'>, ['data']>>;
  listSuppressions(input?: Input<'listSuppressions'>, options?: CallOptions): AsyncIterable<RowAt<Answer<'listSuppressions'>, ['suppressions', 'data']>>;
  listTemplates(input?: Input<'listTemplates'>, options?: CallOptions): AsyncIterable<RowAt<Answer<'listTemplates'>, ['templates', 'data']>>;
  listTrackedEvents(input: Input<'listTrackedEvents'>, options?: CallOptions): AsyncIterable<RowAt<Answer<'listTrackedEvents'>, ['events', 'data']>>;
  listWebhookDeliveries(input: Input<'listWebhookDeliveries'>, options?: CallOptions): AsyncIterable<RowAt<Answer<'listWebhookDeliveries'>, ['deliveries']>>;
}

/** How each is called. */
export const OPERATIONS = {
  addContactsToFunnel: {"method":"POST","path":"/funnels/{id}/subscribers"},
  addOrUpdateContacts: {"method":"POST","path":"/subscribers/bulk-add-update"},
  addSuppressions: {"method":"POST","path":"/suppressions"},
  archiveCampaign: {"method":"POST","path":"/campaigns/{id}/archive"},
  attachContactsToCompanies: {"method":"PUT","path":"/companies/attach-subscribers"},
  attachContactsToCompaniesByPost: {"method":"POST","path":"/companies/attach-subscribers"},
  cancelBulkAction: {"method":"POST","path":"/bulk-actions/{id}/cancel"},
  cancelCampaign: {"method":"POST","path":"/campaigns/{id}/cancel"},
  cancelImport: {"method":"POST","path":"/imports/{id}/cancel"},
  cancelWebhookReplay: {"method":"DELETE","path":"/webhooks/{id}/replays/{replayId}"},
  chooseAbTestWinner: {"method":"POST","path":"/campaigns/{id}/ab-test/winner"},
  countSegmentContacts: {"method":"GET","path":"/segments/{id}/count"},
  createCampaign: {"method":"POST","path":"/campaigns"},
  createCompany: {"method":"POST","path":"/companies"},
  createCompanyNote: {"method":"POST","path":"/companies/{id}/notes"},
  createContact: {"method":"POST","path":"/subscribers"},
  createContactNote: {"method":"POST","path":"/subscribers/{id}/notes"},
  createCustomField: {"method":"POST","path":"/custom-fields/contacts"},
  createFunnel: {"method":"POST","path":"/funnels"},
  createImport: {"method":"POST","path":"/imports"},
  createList: {"method":"POST","path":"/lists"},
  createScheduledReport: {"method":"POST","path":"/reports/scheduled"},
  createSegment: {"method":"POST","path":"/segments"},
  createSender: {"method":"POST","path":"/senders"},
  createTag: {"method":"POST","path":"/tags"},
  createTemplate: {"method":"POST","path":"/templates"},
  createWebhook: {"method":"POST","path":"/webhooks"},
  deleteCampaign: {"method":"DELETE","path":"/campaigns/{id}"},
  deleteCompany: {"method":"DELETE","path":"/companies/{id}"},
  deleteCompanyNote: {"method":"DELETE","path":"/companies/{id}/notes/{noteId}"},
  deleteContact: {"method":"DELETE","path":"/subscribers/{id}"},
  deleteContactNote: {"method":"DELETE","path":"/subscribers/{id}/notes/{noteId}"},
  deleteCustomField: {"method":"DELETE","path":"/custom-fields/contacts/{slug}"},
  deleteFunnel: {"method":"DELETE","path":"/funnels/{id}"},
  deleteList: {"method":"DELETE","path":"/lists/{id}"},
  deleteScheduledReport: {"method":"DELETE","path":"/reports/scheduled/{id}"},
  deleteSegment: {"method":"DELETE","path":"/segments/{id}"},
  deleteSender: {"method":"DELETE","path":"/senders/{id}"},
  deleteSuppression: {"method":"DELETE","path":"/suppressions/{id}"},
  deleteSuppressionByValue: {"method":"DELETE","path":"/suppressions"},
  deleteTag: {"method":"DELETE","path":"/tags/{id}"},
  deleteTemplate: {"method":"DELETE","path":"/templates/{id}"},
  deleteWebhook: {"method":"DELETE","path":"/webhooks/{id}"},
  detachContactsFromCompanies: {"method":"PUT","path":"/companies/detach-subscribers"},
  detachContactsFromCompaniesByPost: {"method":"POST","path":"/companies/detach-subscribers"},
  downloadRejectedRows: {"method":"GET","path":"/imports/{id}/rejected","raw":true},
  duplicateCampaign: {"method":"POST","path":"/campaigns/{id}/duplicate"},
  duplicateFunnel: {"method":"POST","path":"/funnels/{id}/duplicate"},
  eraseContact: {"method":"POST","path":"/subscribers/{id}/erase"},
  estimateCampaignRecipients: {"method":"GET","path":"/campaigns/{id}/estimated-recipients-count"},
  explainCampaignRecipient: {"method":"GET","path":"/campaigns/{id}/why"},
  explainSegment: {"method":"GET","path":"/segments/{id}/explain"},
  exportCampaign: {"method":"GET","path":"/reports/campaigns/{id}/export","raw":true},
  exportContactData: {"method":"GET","path":"/subscribers/{id}/export"},
  exportContacts: {"method":"GET","path":"/reports/subscribers/export","raw":true},
  fireTrigger: {"method":"POST","path":"/triggers/{trigger_name}"},
  getActivityReport: {"method":"GET","path":"/reports/subscriber-activity"},
  getBounceReport: {"method":"GET","path":"/reports/bounces"},
  getBulkAction: {"method":"GET","path":"/bulk-actions/{id}"},
  getCampaign: {"method":"GET","path":"/campaigns/{id}"},
  getCampaignEmailStats: {"method":"GET","path":"/reports/campaigns/{id}/email-stats"},
  getCampaignLinkReport: {"method":"GET","path":"/campaigns/{id}/link-report"},
  getCampaignReport: {"method":"GET","path":"/reports/campaigns/{id}"},
  getCampaignRevenues: {"method":"GET","path":"/campaigns/{id}/revenues","pages":{"rows":["orders","data"],"place":["orders"],"by":"cursor"}},
  getCampaignStatus: {"method":"GET","path":"/campaigns/{id}/status"},
  getCompany: {"method":"GET","path":"/companies/{id}"},
  getContact: {"method":"GET","path":"/subscribers/{id}"},
  getContactTimeline: {"method":"GET","path":"/subscribers/{id}/timeline","pages":{"rows":["timeline","data"],"place":["timeline"],"by":"cursor"}},
  getEngagementScores: {"method":"GET","path":"/reports/engagement-scores"},
  getFunnel: {"method":"GET","path":"/funnels/{id}"},
  getFunnelConversionRates: {"method":"GET","path":"/funnels/{id}/conversion-rates"},
  getFunnelConversionReport: {"method":"GET","path":"/reports/funnels/{id}/conversion-stats"},
  getFunnelFigures: {"method":"GET","path":"/funnels/{id}/report"},
  getFunnelReport: {"method":"GET","path":"/reports/funnels/{id}"},
  getFunnelSequence: {"method":"GET","path":"/funnels/{id}/sequences/{sequenceId}"},
  getFunnelVersion: {"method":"GET","path":"/funnels/{id}/versions/{version}"},
  getGrowthReport: {"method":"GET","path":"/reports/subscriber-growth"},
  getImport: {"method":"GET","path":"/imports/{id}"},
  getList: {"method":"GET","path":"/lists/{id}"},
  getListReport: {"method":"GET","path":"/reports/lists/{id}"},
  getLiveCampaignReport: {"method":"GET","path":"/reports/campaigns/{id}/live"},
  getLiveFunnelReport: {"method":"GET","path":"/reports/funnels/{id}/live"},
  getOrder: {"method":"GET","path":"/commerce/orders/{id}"},
  getOverviewReport: {"method":"GET","path":"/reports/overview"},
  getReportOptions: {"method":"GET","path":"/reports/options"},
  getRevenueByCampaign: {"method":"GET","path":"/reports/revenue/campaigns","pages":{"rows":["campaigns","data"],"place":["campaigns"],"by":"page"}},
  getRevenueByContact: {"method":"GET","path":"/reports/revenue/contacts","pages":{"rows":["contacts","data"],"place":["contacts"],"by":"page"}},
  getRevenueReport: {"method":"GET","path":"/reports/revenue"},
  getScheduledReport: {"method":"GET","path":"/reports/scheduled/{id}"},
  getSegment: {"method":"GET","path":"/segments/{id}"},
  getSegmentationAnalysis: {"method":"GET","path":"/reports/segmentation-analysis"},
  getSender: {"method":"GET","path":"/senders/{id}"},
  getSpamComplaintReport: {"method":"GET","path":"/reports/spam-complaints"},
  getTag: {"method":"GET","path":"/tags/{id}"},
  getTagReport: {"method":"GET","path":"/reports/tags/{id}"},
  getTemplate: {"method":"GET","path":"/templates/{id}"},
  getTopContacts: {"method":"GET","path":"/reports/top-subscribers"},
  getUnsubscribeReport: {"method":"GET","path":"/reports/unsubscribes"},
  getWebhook: {"method":"GET","path":"/webhooks/{id}"},
  getWebhookDelivery: {"method":"GET","path":"/webhooks/{id}/deliveries/{deliveryId}"},
  getWebhookReplay: {"method":"GET","path":"/webhooks/{id}/replays/{replayId}"},
  lintCampaign: {"method":"GET","path":"/campaigns/{id}/lint"},
  listAbTestReports: {"method":"GET","path":"/reports/ab-testing","pages":{"rows":["tests"],"place":[],"by":"page"}},
  listAuditLog: {"method":"GET","path":"/audit-log","pages":{"rows":["audit_log"],"place":[],"by":"cursor"}},
  listBulkActionRows: {"method":"GET","path":"/bulk-actions/{id}/rows","pages":{"rows":["rows"],"place":[],"by":"cursor"}},
  listBulkActions: {"method":"GET","path":"/bulk-actions","pages":{"rows":["bulk_actions","data"],"place":["bulk_actions"],"by":"page"}},
  listCampaignEmailHits: {"method":"GET","path":"/campaigns/{id}/emails/{emailId}/hits","pages":{"rows":["hits","data"],"place":["hits"],"by":"page"}},
  listCampaignEmails: {"method":"GET","path":"/campaigns/{id}/emails","pages":{"rows":["emails","data"],"place":["emails"],"by":"cursor"}},
  listCampaignReports: {"method":"GET","path":"/reports/campaigns","pages":{"rows":["campaigns","data"],"place":["campaigns"],"by":"cursor"}},
  listCampaignUnsubscribers: {"method":"GET","path":"/campaigns/{id}/unsubscribers","pages":{"rows":["unsubscribes","data"],"place":["unsubscribes"],"by":"page"}},
  listCampaigns: {"method":"GET","path":"/campaigns","pages":{"rows":["campaigns","data"],"place":["campaigns"],"by":"page"}},
  listCompanies: {"method":"GET","path":"/companies","pages":{"rows":["companies","data"],"place":["companies"],"by":"cursor"}},
  listCompanyNotes: {"method":"GET","path":"/companies/{id}/notes","pages":{"rows":["notes","data"],"place":["notes"],"by":"cursor"}},
  listContactConsents: {"method":"GET","path":"/subscribers/{id}/consents","pages":{"rows":["consents","data"],"place":["consents"],"by":"cursor"}},
  listContactNotes: {"method":"GET","path":"/subscribers/{id}/notes","pages":{"rows":["notes","data"],"place":["notes"],"by":"cursor"}},
  listContacts: {"method":"GET","path":"/subscribers","pages":{"rows":["data"],"place":[],"by":"cursor"}},
  listCustomFields: {"method":"GET","path":"/custom-fields/contacts"},
  listEvents: {"method":"GET","path":"/events"},
  listFeedbackProviders: {"method":"GET","path":"/feedback/providers"},
  listFunnelActions: {"method":"GET","path":"/funnels/actions"},
  listFunnelContacts: {"method":"GET","path":"/funnels/{id}/subscribers","pages":{"rows":["funnel_subscribers","data"],"place":["funnel_subscribers"],"by":"cursor"}},
  listFunnelReports: {"method":"GET","path":"/reports/funnels","pages":{"rows":["funnels","data"],"place":["funnels"],"by":"cursor"}},
  listFunnelSequences: {"method":"GET","path":"/funnels/{id}/sequences"},
  listFunnelTriggers: {"method":"GET","path":"/funnels/triggers"},
  listFunnelVersions: {"method":"GET","path":"/funnels/{id}/versions"},
  listFunnels: {"method":"GET","path":"/funnels","pages":{"rows":["funnels"],"place":[],"by":"page"}},
  listImportRows: {"method":"GET","path":"/imports/{id}/rows","pages":{"rows":["rows"],"place":[],"by":"cursor"}},
  listImports: {"method":"GET","path":"/imports","pages":{"rows":["imports","data"],"place":["imports"],"by":"page"}},
  listListReports: {"method":"GET","path":"/reports/lists"},
  listLists: {"method":"GET","path":"/lists"},
  listOrders: {"method":"GET","path":"/commerce/orders","pages":{"rows":["orders","data"],"place":["orders"],"by":"cursor"}},
  listScheduledReports: {"method":"GET","path":"/reports/scheduled"},
  listSegmentContacts: {"method":"GET","path":"/segments/{id}/subscribers","pages":{"rows":["data"],"place":[],"by":"cursor"}},
  listSegments: {"method":"GET","path":"/segments"},
  listSenders: {"method":"GET","path":"/senders"},
  listSuppressions: {"method":"GET","path":"/suppressions","pages":{"rows":["suppressions","data"],"place":["suppressions"],"by":"cursor"}},
  listTagReports: {"method":"GET","path":"/reports/tags"},
  listTags: {"method":"GET","path":"/tags"},
  listTemplates: {"method":"GET","path":"/templates","pages":{"rows":["templates","data"],"place":["templates"],"by":"page"}},
  listTrackedEvents: {"method":"GET","path":"/subscribers/{id}/tracking-events","pages":{"rows":["events","data"],"place":["events"],"by":"cursor"}},
  listWebhookDeliveries: {"method":"GET","path":"/webhooks/{id}/deliveries","pages":{"rows":["deliveries"],"place":["pagination"],"by":"cursor"}},
  listWebhooks: {"method":"GET","path":"/webhooks"},
  mergeContacts: {"method":"POST","path":"/subscribers/merge"},
  pauseCampaign: {"method":"POST","path":"/campaigns/{id}/pause"},
  previewCampaign: {"method":"POST","path":"/campaigns/{id}/preview"},
  redeliverWebhookDelivery: {"method":"POST","path":"/webhooks/{id}/deliveries/{deliveryId}/redeliver"},
  refundOrder: {"method":"POST","path":"/commerce/orders/{id}/refunds"},
  removeContactFromFunnel: {"method":"DELETE","path":"/funnels/{id}/subscribers/{subscriberId}"},
  renameCampaign: {"method":"PUT","path":"/campaigns/{id}/title"},
  renderTemplate: {"method":"POST","path":"/templates/render"},
  replaceCustomFields: {"method":"PUT","path":"/custom-fields/contacts"},
  replayWebhookEvents: {"method":"POST","path":"/webhooks/{id}/replay"},
  reportOrder: {"method":"POST","path":"/commerce/orders"},
  reportOrders: {"method":"POST","path":"/commerce/orders/bulk"},
  reportReturnedMail: {"method":"POST","path":"/feedback/message"},
  resendCampaignToFailed: {"method":"POST","path":"/campaigns/{id}/resend-failed"},
  resendCampaignToUnopened: {"method":"POST","path":"/campaigns/{id}/resend-unopened"},
  restoreFunnelVersion: {"method":"POST","path":"/funnels/{id}/versions/{version}/restore"},
  resumeCampaign: {"method":"POST","path":"/campaigns/{id}/resume"},
  rotateWebhookSecret: {"method":"POST","path":"/webhooks/{id}/rotate-secret"},
  runScheduledReport: {"method":"POST","path":"/reports/scheduled/{id}/run"},
  saveFunnelSequences: {"method":"PUT","path":"/funnels/{id}/sequences"},
  scheduleCampaign: {"method":"POST","path":"/campaigns/{id}/schedule"},
  sendCampaign: {"method":"POST","path":"/campaigns/{id}/send"},
  sendCampaignTestEmail: {"method":"POST","path":"/campaigns/{id}/send-test-email"},
  sendDoubleOptIn: {"method":"POST","path":"/subscribers/{id}/send-double-optin"},
  setFunnelStatus: {"method":"PUT","path":"/funnels/{id}/status"},
  settleCampaignEmail: {"method":"POST","path":"/campaigns/{id}/emails/{emailId}/settle"},
  settleUnknownCampaignEmails: {"method":"POST","path":"/campaigns/{id}/settle-unknown"},
  simulateFunnel: {"method":"POST","path":"/funnels/{id}/simulate"},
  startBulkAction: {"method":"POST","path":"/subscribers/do-bulk-action"},
  streamEvents: {"method":"GET","path":"/events/stream","raw":true},
  testSender: {"method":"POST","path":"/senders/{id}/test"},
  testWebhook: {"method":"POST","path":"/webhooks/{id}/test"},
  traceContactInFunnel: {"method":"GET","path":"/funnels/{id}/subscribers/{subscriberId}/trace"},
  trackEvent: {"method":"POST","path":"/subscribers/track-event"},
  triggerFunnel: {"method":"POST","path":"/webhooks/funnel-trigger"},
  unarchiveCampaign: {"method":"POST","path":"/campaigns/{id}/unarchive"},
  undoBulkAction: {"method":"POST","path":"/bulk-actions/{id}/undo"},
  undoImport: {"method":"POST","path":"/imports/{id}/undo"},
  unscheduleCampaign: {"method":"POST","path":"/campaigns/{id}/unschedule"},
  updateCampaign: {"method":"PUT","path":"/campaigns/{id}"},
  updateCompany: {"method":"PUT","path":"/companies/{id}"},
  updateCompanyNote: {"method":"PUT","path":"/companies/{id}/notes/{noteId}"},
  updateContact: {"method":"PUT","path":"/subscribers/{id}"},
  updateContactNote: {"method":"PUT","path":"/subscribers/{id}/notes/{noteId}"},
  updateCustomField: {"method":"PUT","path":"/custom-fields/contacts/{slug}"},
  updateFunnel: {"method":"PUT","path":"/funnels/{id}"},
  updateList: {"method":"PUT","path":"/lists/{id}"},
  updateOrder: {"method":"PUT","path":"/commerce/orders/{id}"},
  updateScheduledReport: {"method":"PUT","path":"/reports/scheduled/{id}"},
  updateSegment: {"method":"PUT","path":"/segments/{id}"},
  updateSender: {"method":"PUT","path":"/senders/{id}"},
  updateTag: {"method":"PUT","path":"/tags/{id}"},
  updateTemplate: {"method":"PUT","path":"/templates/{id}"},
  updateWebhook: {"method":"PUT","path":"/webhooks/{id}"},
  watchBulkAction: {"method":"GET","path":"/bulk-actions/{id}/events","raw":true},
  watchImport: {"method":"GET","path":"/imports/{id}/events","raw":true},
} as const;
