// Written by `npm run openapi` from docs/openapi.json; changes made here are lost.

import type { Answer, CallOptions, Input, RowAt } from '../types.js';

/** A method for every operation of the API. */
export interface Methods {
  /**
   * Enroll contacts in a funnel
   *
   * Enrolls all contacts or none. The funnel must be published. Filters and re-entry rules are not applied; contacts that are already active give 409.
   *
   * Permission: `manage_campaigns`.
   */
  addContactsToFunnel(input: Input<'addContactsToFunnel'>, options?: CallOptions): Promise<Answer<'addContactsToFunnel'>>;
  /**
   * Create or update many contacts
   *
   * Writes up to 5,000 contacts. Each contact is validated separately: invalid contacts are reported in `invalids`, the others are written.
   *
   * Permission: `manage_contacts`.
   */
  addOrUpdateContacts(input: Input<'addOrUpdateContacts'>, options?: CallOptions): Promise<Answer<'addOrUpdateContacts'>>;
  /**
   * Suppress addresses or domains
   *
   * The addresses and domains never receive email again. Existing entries are no error. Contacts keep their status; their emails are skipped.
   *
   * Permission: `manage_contacts`.
   */
  addSuppressions(input: Input<'addSuppressions'>, options?: CallOptions): Promise<Answer<'addSuppressions'>>;
  /**
   * Archive a campaign
   *
   * Only a draft or a sent campaign can be archived.
   *
   * Permission: `manage_campaigns`.
   */
  archiveCampaign(input: Input<'archiveCampaign'>, options?: CallOptions): Promise<Answer<'archiveCampaign'>>;
  /**
   * Attach contacts to companies
   *
   * Attaches every contact to every company. Existing memberships are unchanged.
   *
   * Permission: `manage_contacts`.
   */
  attachContactsToCompanies(input: Input<'attachContactsToCompanies'>, options?: CallOptions): Promise<Answer<'attachContactsToCompanies'>>;
  /**
   * Attach contacts to companies by POST
   *
   * Same as `PUT` on this path.
   *
   * Permission: `manage_contacts`.
   */
  attachContactsToCompaniesByPost(input: Input<'attachContactsToCompaniesByPost'>, options?: CallOptions): Promise<Answer<'attachContactsToCompaniesByPost'>>;
  /**
   * Cancel a bulk action
   *
   * Stops the job after the current batch. Changes made so far stay until you undo it.
   *
   * Permission: `manage_contacts`.
   */
  cancelBulkAction(input: Input<'cancelBulkAction'>, options?: CallOptions): Promise<Answer<'cancelBulkAction'>>;
  /**
   * Cancel a campaign
   *
   * Only a `working` or `paused` campaign. Cancels all unsent emails and archives it. This cannot be undone.
   *
   * Permission: `manage_campaigns`.
   */
  cancelCampaign(input: Input<'cancelCampaign'>, options?: CallOptions): Promise<Answer<'cancelCampaign'>>;
  /**
   * Cancel a single email
   *
   * While it is `pending`.
   *
   * Permission: `send_campaigns`.
   */
  cancelEmail(input: Input<'cancelEmail'>, options?: CallOptions): Promise<Answer<'cancelEmail'>>;
  /**
   * Cancel an import
   *
   * Stops the import after the current batch. Changes made so far stay until you undo it.
   *
   * Permission: `manage_contacts`.
   */
  cancelImport(input: Input<'cancelImport'>, options?: CallOptions): Promise<Answer<'cancelImport'>>;
  /**
   * Cancel a webhook replay
   *
   * Deliveries that were already queued are still sent. An ended replay is unchanged.
   *
   * Permission: `manage_contacts`.
   */
  cancelWebhookReplay(input: Input<'cancelWebhookReplay'>, options?: CallOptions): Promise<Answer<'cancelWebhookReplay'>>;
  /**
   * Choose the winner of an A/B test
   *
   * Ends the test; recipients who wait for the winner get this variant.
   *
   * Permission: `manage_campaigns` and `send_campaigns`.
   */
  chooseAbTestWinner(input: Input<'chooseAbTestWinner'>, options?: CallOptions): Promise<Answer<'chooseAbTestWinner'>>;
  /**
   * Count the contacts of a segment
   *
   * Evaluates the rule now.
   *
   * Permission: `view_contacts`.
   */
  countSegmentContacts(input: Input<'countSegmentContacts'>, options?: CallOptions): Promise<Answer<'countSegmentContacts'>>;
  /**
   * Create a campaign
   *
   * Creates a draft. `POST /campaigns/{id}/send` and `.../schedule` check that everything required is present.
   *
   * Permission: `manage_campaigns`.
   */
  createCampaign(input: Input<'createCampaign'>, options?: CallOptions): Promise<Answer<'createCampaign'>>;
  /**
   * Create a company
   *
   * The name must be unique, regardless of case.
   *
   * Permission: `manage_contacts`.
   */
  createCompany(input: Input<'createCompany'>, options?: CallOptions): Promise<Answer<'createCompany'>>;
  /**
   * Add a note to a company
   *
   * The manager of the credentials becomes the author. Unsafe HTML is removed from `description`.
   *
   * Permission: `manage_contacts`.
   */
  createCompanyNote(input: Input<'createCompanyNote'>, options?: CallOptions): Promise<Answer<'createCompanyNote'>>;
  /**
   * Create a contact
   *
   * If the address exists, the request is refused with 409. With `__force_update`, the existing contact is updated instead: given fields are set, tags and lists are added.
   *
   * Permission: `manage_contacts`.
   */
  createContact(input: Input<'createContact'>, options?: CallOptions): Promise<Answer<'createContact'>>;
  /**
   * Add a note to a contact
   *
   * The manager of the credentials becomes the author. Unsafe HTML is removed from `description`.
   *
   * Permission: `manage_contacts`.
   */
  createContactNote(input: Input<'createContactNote'>, options?: CallOptions): Promise<Answer<'createContactNote'>>;
  /**
   * Create a custom field
   *
   * `type` and `label` are required. The field is added at the end.
   *
   * Permission: `manage_contacts`.
   */
  createCustomField(input: Input<'createCustomField'>, options?: CallOptions): Promise<Answer<'createCustomField'>>;
  /**
   * Create a sign-up form
   *
   * Its page works at once.
   *
   * Permission: `manage_contacts`.
   */
  createForm(input: Input<'createForm'>, options?: CallOptions): Promise<Answer<'createForm'>>;
  /**
   * Create a funnel
   *
   * Creates a draft; `PUT /funnels/{id}/status` publishes it.
   *
   * Permission: `manage_campaigns`.
   */
  createFunnel(input: Input<'createFunnel'>, options?: CallOptions): Promise<Answer<'createFunnel'>>;
  /**
   * Import contacts
   *
   * Accepts a CSV file in a form, or rows as JSON, and queues an import job. Watch it with `GET /imports/{id}` or its event stream. Errors of single rows do not stop the import; they are reported per row.
   *
   * Permission: `manage_contacts`.
   */
  createImport(input: Input<'createImport'>, options?: CallOptions): Promise<Answer<'createImport'>>;
  /**
   * Create a list
   *
   * The title must be unique, regardless of case. A missing slug is generated from it.
   *
   * Permission: `manage_contacts`.
   */
  createList(input: Input<'createList'>, options?: CallOptions): Promise<Answer<'createList'>>;
  /**
   * Schedule a report
   *
   * Each email covers the period that just ended (yesterday, the last seven days, the last month, or the last quarter), compared with the period before. It contains charts, and a CSV file with the figures is attached. Each period is sent once, even with several workers.
   *
   * Permission: `view_reports`.
   */
  createScheduledReport(input: Input<'createScheduledReport'>, options?: CallOptions): Promise<Answer<'createScheduledReport'>>;
  /**
   * Create a segment
   *
   * The title must be unique, regardless of case. A missing slug is generated from it.
   *
   * Permission: `manage_contacts`.
   */
  createSegment(input: Input<'createSegment'>, options?: CallOptions): Promise<Answer<'createSegment'>>;
  /**
   * Create a sender
   *
   * The password, the OAuth 2.0 secrets, and the private key are stored encrypted and never returned.
   *
   * Permission: `manage_campaigns`.
   */
  createSender(input: Input<'createSender'>, options?: CallOptions): Promise<Answer<'createSender'>>;
  /**
   * Create a snippet
   *
   * Emails insert it with `{% render "footer" %}`; `{% render "product", item: item %}` passes values.
   *
   * Permission: `manage_campaigns`.
   */
  createSnippet(input: Input<'createSnippet'>, options?: CallOptions): Promise<Answer<'createSnippet'>>;
  /**
   * Create a tag
   *
   * The title must be unique, regardless of case. A missing slug is generated from it.
   *
   * Permission: `manage_contacts`.
   */
  createTag(input: Input<'createTag'>, options?: CallOptions): Promise<Answer<'createTag'>>;
  /**
   * Create a template
   *
   * The title must be unique. Content with syntax errors is refused.
   *
   * Permission: `manage_campaigns`.
   */
  createTemplate(input: Input<'createTemplate'>, options?: CallOptions): Promise<Answer<'createTemplate'>>;
  /**
   * Create a webhook
   *
   * Returns the secret, which is not shown again. At most 100 webhooks can exist.
   *
   * Permission: `manage_contacts`.
   */
  createWebhook(input: Input<'createWebhook'>, options?: CallOptions): Promise<Answer<'createWebhook'>>;
  /**
   * Delete a campaign
   *
   * Refused while the campaign is `working`. Links in sent emails keep working, and report totals stay.
   *
   * Permission: `manage_campaigns`.
   */
  deleteCampaign(input: Input<'deleteCampaign'>, options?: CallOptions): Promise<Answer<'deleteCampaign'>>;
  /**
   * Delete a company
   *
   * Deletes its notes too. Its contacts remain; their memberships are removed in the background.
   *
   * Permission: `manage_contacts`.
   */
  deleteCompany(input: Input<'deleteCompany'>, options?: CallOptions): Promise<Answer<'deleteCompany'>>;
  /**
   * Delete a note of a company
   *
   * Replies to the note remain as separate notes.
   *
   * Permission: `manage_contacts`.
   */
  deleteCompanyNote(input: Input<'deleteCompanyNote'>, options?: CallOptions): Promise<Answer<'deleteCompanyNote'>>;
  /**
   * Delete a contact
   *
   * Deletes the contact with its notes, events, and memberships. If its address must not receive email, it stays suppressed as a hash. To erase all personal data, use `POST /subscribers/{id}/erase`.
   *
   * Permission: `manage_contacts`.
   */
  deleteContact(input: Input<'deleteContact'>, options?: CallOptions): Promise<Answer<'deleteContact'>>;
  /**
   * Delete a note of a contact
   *
   * Replies to the note remain as separate notes.
   *
   * Permission: `manage_contacts`.
   */
  deleteContactNote(input: Input<'deleteContactNote'>, options?: CallOptions): Promise<Answer<'deleteContactNote'>>;
  /**
   * Delete a custom field
   *
   * Deletes its values too, which requires `force`; a field without values does not.
   *
   * Permission: `manage_contacts`.
   */
  deleteCustomField(input: Input<'deleteCustomField'>, options?: CallOptions): Promise<Answer<'deleteCustomField'>>;
  /**
   * Delete a sign-up form
   *
   * Its page and its HTML stop working. Contacts who were asked can still confirm.
   *
   * Permission: `manage_contacts`.
   */
  deleteForm(input: Input<'deleteForm'>, options?: CallOptions): Promise<Answer<'deleteForm'>>;
  /**
   * Delete a funnel
   *
   * Cancels unsent emails, and deletes all enrollments in the background. Report totals stay.
   *
   * Permission: `manage_campaigns`.
   */
  deleteFunnel(input: Input<'deleteFunnel'>, options?: CallOptions): Promise<Answer<'deleteFunnel'>>;
  /**
   * Delete a list
   *
   * Its contacts remain. Their memberships are removed in the background, without events.
   *
   * Permission: `manage_contacts`.
   */
  deleteList(input: Input<'deleteList'>, options?: CallOptions): Promise<Answer<'deleteList'>>;
  /**
   * Delete a scheduled report
   *
   * Also deletes the log of its runs. Waiting runs are not sent.
   *
   * Permission: `view_reports`.
   */
  deleteScheduledReport(input: Input<'deleteScheduledReport'>, options?: CallOptions): Promise<Answer<'deleteScheduledReport'>>;
  /**
   * Delete a segment
   *
   * Its contacts remain. A draft that refers to it cannot be sent until the draft is changed.
   *
   * Permission: `manage_contacts`.
   */
  deleteSegment(input: Input<'deleteSegment'>, options?: CallOptions): Promise<Answer<'deleteSegment'>>;
  /**
   * Delete a sender
   *
   * Refused while a scheduled, working, or paused campaign uses it, or while it has emails to send.
   *
   * Permission: `manage_campaigns`.
   */
  deleteSender(input: Input<'deleteSender'>, options?: CallOptions): Promise<Answer<'deleteSender'>>;
  /**
   * Delete a snippet
   *
   * Refused while it is used.
   *
   * Permission: `manage_campaigns`.
   */
  deleteSnippet(input: Input<'deleteSnippet'>, options?: CallOptions): Promise<Answer<'deleteSnippet'>>;
  /**
   * Remove an entry from the suppression list
   *
   * Emails to the address or domain are possible again. The status of contacts does not change.
   *
   * Permission: `manage_contacts`.
   */
  deleteSuppression(input: Input<'deleteSuppression'>, options?: CallOptions): Promise<Answer<'deleteSuppression'>>;
  /**
   * Remove an address or a domain from the suppression list
   *
   * Also removes an entry of a deleted contact. Does nothing if there is no entry.
   *
   * Permission: `manage_contacts`.
   */
  deleteSuppressionByValue(input: Input<'deleteSuppressionByValue'>, options?: CallOptions): Promise<Answer<'deleteSuppressionByValue'>>;
  /**
   * Delete a tag
   *
   * Its contacts remain. Their memberships are removed in the background, without events.
   *
   * Permission: `manage_contacts`.
   */
  deleteTag(input: Input<'deleteTag'>, options?: CallOptions): Promise<Answer<'deleteTag'>>;
  /**
   * Delete a template
   *
   * Emails that were created from the template do not change.
   *
   * Permission: `manage_campaigns`.
   */
  deleteTemplate(input: Input<'deleteTemplate'>, options?: CallOptions): Promise<Answer<'deleteTemplate'>>;
  /**
   * Delete a webhook
   *
   * Deletes the webhook with its delivery log. Pending deliveries are cancelled.
   *
   * Permission: `manage_contacts`.
   */
  deleteWebhook(input: Input<'deleteWebhook'>, options?: CallOptions): Promise<Answer<'deleteWebhook'>>;
  /**
   * Detach contacts from companies
   *
   * Detaches every contact from every company. If this removes the primary company, the oldest remaining one becomes primary.
   *
   * Permission: `manage_contacts`.
   */
  detachContactsFromCompanies(input: Input<'detachContactsFromCompanies'>, options?: CallOptions): Promise<Answer<'detachContactsFromCompanies'>>;
  /**
   * Detach contacts from companies by POST
   *
   * Same as `PUT` on this path.
   *
   * Permission: `manage_contacts`.
   */
  detachContactsFromCompaniesByPost(input: Input<'detachContactsFromCompaniesByPost'>, options?: CallOptions): Promise<Answer<'detachContactsFromCompaniesByPost'>>;
  /**
   * Download the rejected rows of an import
   *
   * Streams a CSV file in file order: the original columns, the row number, and the reason. Without rejected rows, it has only a header.
   *
   * Permission: `view_contacts`.
   */
  downloadRejectedRows(input: Input<'downloadRejectedRows'>, options?: CallOptions): Promise<Response>;
  /**
   * Duplicate a campaign
   *
   * Creates a draft with a new title and slug, without schedule and statistics.
   *
   * Permission: `manage_campaigns`.
   */
  duplicateCampaign(input: Input<'duplicateCampaign'>, options?: CallOptions): Promise<Answer<'duplicateCampaign'>>;
  /**
   * Duplicate a funnel
   *
   * Creates a draft with the same rules and steps, without enrollments.
   *
   * Permission: `manage_campaigns`.
   */
  duplicateFunnel(input: Input<'duplicateFunnel'>, options?: CallOptions): Promise<Answer<'duplicateFunnel'>>;
  /**
   * Erase the personal data of a contact
   *
   * Erases everything that identifies the contact: fields, notes, emails, events, import rows, webhook deliveries. Report figures do not change. An erasure cannot be undone.
   *
   * Permission: `manage_contacts`.
   */
  eraseContact(input: Input<'eraseContact'>, options?: CallOptions): Promise<Answer<'eraseContact'>>;
  /**
   * Count the recipients of a campaign
   *
   * Estimates the recipients if it were sent now, and counts the others by reason.
   *
   * Permission: `manage_campaigns`.
   */
  estimateCampaignRecipients(input: Input<'estimateCampaignRecipients'>, options?: CallOptions): Promise<Answer<'estimateCampaignRecipients'>>;
  /**
   * Explain why a contact received a campaign or did not
   *
   * Returns every check between the contact and the email, in the order of evaluation, with its result.
   *
   * Permission: `manage_campaigns`.
   */
  explainCampaignRecipient(input: Input<'explainCampaignRecipient'>, options?: CallOptions): Promise<Answer<'explainCampaignRecipient'>>;
  /**
   * Explain why a contact is in a segment
   *
   * Returns for each group and row of the rule whether the contact matches, and the value that was tested.
   *
   * Permission: `view_contacts`.
   */
  explainSegment(input: Input<'explainSegment'>, options?: CallOptions): Promise<Answer<'explainSegment'>>;
  /**
   * Export a campaign report
   *
   * Streams the figures, emails, opens and clicks, and orders of the campaign as a file.
   *
   * Permission: `view_reports`.
   */
  exportCampaign(input: Input<'exportCampaign'>, options?: CallOptions): Promise<Response>;
  /**
   * Export the personal data of a contact
   *
   * Returns all data stored about a contact as one JSON file, to answer a request for access.
   *
   * Permission: `manage_contacts`.
   */
  exportContactData(input: Input<'exportContactData'>, options?: CallOptions): Promise<Answer<'exportContactData'>>;
  /**
   * Export contacts
   *
   * Streams contacts as a file, ordered by id. Accepts the filters of `GET /subscribers`.
   *
   * Permission: `view_reports` and `view_contacts`.
   */
  exportContacts(input?: Input<'exportContacts'>, options?: CallOptions): Promise<Response>;
  /**
   * Fire a trigger for a contact
   *
   * For events in other systems. `GET /funnels/triggers` lists the triggers; those with `family: true` can be fired.
   *
   * Permission: `manage_campaigns`.
   */
  fireTrigger(input: Input<'fireTrigger'>, options?: CallOptions): Promise<Answer<'fireTrigger'>>;
  /**
   * Get the contact activity report
   *
   * Returns opens, clicks, opt-outs, tracked events, and orders by day, hour, and weekday, and the newest activity.
   *
   * Permission: `view_reports`.
   */
  getActivityReport(input?: Input<'getActivityReport'>, options?: CallOptions): Promise<Answer<'getActivityReport'>>;
  /**
   * Get the bounce report
   *
   * Returns bounced emails by reason, domain, campaign, and day. With `lists` or `tags`, only totals, rates, and the timeline are returned; other members are null.
   *
   * Permission: `view_reports`.
   */
  getBounceReport(input?: Input<'getBounceReport'>, options?: CallOptions): Promise<Answer<'getBounceReport'>>;
  /**
   * Get a bulk action
   *
   * Returns its status, progress, and counts.
   *
   * Permission: `view_contacts`.
   */
  getBulkAction(input: Input<'getBulkAction'>, options?: CallOptions): Promise<Answer<'getBulkAction'>>;
  /**
   * Get a campaign
   *
   * Returns its content, settings, and status. `GET /campaigns/{id}/status` returns the progress.
   *
   * Permission: `manage_campaigns`.
   */
  getCampaign(input: Input<'getCampaign'>, options?: CallOptions): Promise<Answer<'getCampaign'>>;
  /**
   * Get email statistics of a campaign
   *
   * Returns delivery, opens, clicks, opt-outs, bounces, and attributed revenue of all time.
   *
   * Permission: `view_reports`.
   */
  getCampaignEmailStats(input: Input<'getCampaignEmailStats'>, options?: CallOptions): Promise<Answer<'getCampaignEmailStats'>>;
  /**
   * Count the clicks on each link of a campaign
   *
   * Returns human clicks, distinct emails with a human click, and machine clicks.
   *
   * Permission: `manage_campaigns`.
   */
  getCampaignLinkReport(input: Input<'getCampaignLinkReport'>, options?: CallOptions): Promise<Answer<'getCampaignLinkReport'>>;
  /**
   * Get a campaign report
   *
   * Returns the figures of the campaign by day, link, and domain. Without dates, all time counts. Figures of links always cover all time.
   *
   * Permission: `view_reports`.
   */
  getCampaignReport(input: Input<'getCampaignReport'>, options?: CallOptions): Promise<Answer<'getCampaignReport'>>;
  /**
   * List the orders attributed to a campaign
   *
   * Returns paid orders, newest first, and the revenue net of refunds.
   *
   * Permission: `manage_campaigns`.
   */
  getCampaignRevenues(input: Input<'getCampaignRevenues'>, options?: CallOptions): Promise<Answer<'getCampaignRevenues'>>;
  /**
   * Get the progress of a campaign
   *
   * Returns status, sending progress, opens, and clicks.
   *
   * Permission: `manage_campaigns`.
   */
  getCampaignStatus(input: Input<'getCampaignStatus'>, options?: CallOptions): Promise<Answer<'getCampaignStatus'>>;
  /**
   * Get a company
   *
   * Returns its fields and the number of its contacts.
   *
   * Permission: `view_contacts`.
   */
  getCompany(input: Input<'getCompany'>, options?: CallOptions): Promise<Answer<'getCompany'>>;
  /**
   * Get a contact
   *
   * Returns a contact by id, or by address: `/subscribers/0?get_by_email=ada@example.com`.
   *
   * Permission: `view_contacts`.
   */
  getContact(input: Input<'getContact'>, options?: CallOptions): Promise<Answer<'getContact'>>;
  /**
   * Read the timeline of a contact
   *
   * Returns one feed, from newest to oldest: status changes, tags, lists, emails, opens, clicks, orders, funnels, notes, and tracked events.
   *
   * Permission: `view_contacts`.
   */
  getContactTimeline(input: Input<'getContactTimeline'>, options?: CallOptions): Promise<Answer<'getContactTimeline'>>;
  /**
   * Get a single email
   *
   * With each of its recipients.
   *
   * Permission: `send_campaigns`.
   */
  getEmail(input: Input<'getEmail'>, options?: CallOptions): Promise<Answer<'getEmail'>>;
  /**
   * Get the content of a single email
   *
   * Returns what its first recipient got, without tracking. `EMAIL_CONTENT_RETENTION` removes contents.
   *
   * Permission: `send_campaigns`.
   */
  getEmailContent(input: Input<'getEmailContent'>, options?: CallOptions): Promise<Answer<'getEmailContent'>>;
  /**
   * Get engagement scores
   *
   * Returns the distribution of engagement scores from 0 to 100, and the contacts with the highest scores. Without dates, all time counts, weighted as of today. Only human activity counts; `include_machine` has no effect.
   *
   * Permission: `view_reports`.
   */
  getEngagementScores(input?: Input<'getEngagementScores'>, options?: CallOptions): Promise<Answer<'getEngagementScores'>>;
  /**
   * Get a sign-up form
   *
   * With the URL of its page.
   *
   * Permission: `manage_contacts`.
   */
  getForm(input: Input<'getForm'>, options?: CallOptions): Promise<Answer<'getForm'>>;
  /**
   * Get the HTML of a sign-up form
   *
   * For websites; works without scripts. With `allowed_origins` it has the script that solves challenges.
   *
   * Permission: `manage_contacts`.
   */
  getFormEmbed(input: Input<'getFormEmbed'>, options?: CallOptions): Promise<Answer<'getFormEmbed'>>;
  /**
   * Get a funnel
   *
   * Returns its rules and status. `with[]` adds the steps or the number of contacts.
   *
   * Permission: `view_contacts` or `manage_campaigns`.
   */
  getFunnel(input: Input<'getFunnel'>, options?: CallOptions): Promise<Answer<'getFunnel'>>;
  /**
   * Get the conversion rates of a funnel
   *
   * Returns the same figures as `GET /reports/funnels/{id}/conversion-stats`, for managers who may see funnels. Dates apply only to emails and revenue.
   *
   * Permission: `view_contacts` or `manage_campaigns`.
   */
  getFunnelConversionRates(input: Input<'getFunnelConversionRates'>, options?: CallOptions): Promise<Answer<'getFunnelConversionRates'>>;
  /**
   * Get the conversion report of a funnel
   *
   * Returns the funnel report with results by step. Dates apply only to emails and revenue; without dates, all time counts.
   *
   * Permission: `view_reports`.
   */
  getFunnelConversionReport(input: Input<'getFunnelConversionReport'>, options?: CallOptions): Promise<Answer<'getFunnelConversionReport'>>;
  /**
   * Get the figures of a funnel
   *
   * Returns the same figures as `GET /reports/funnels/{id}`, for managers who may see funnels.
   *
   * Permission: `view_contacts` or `manage_campaigns`.
   */
  getFunnelFigures(input: Input<'getFunnelFigures'>, options?: CallOptions): Promise<Answer<'getFunnelFigures'>>;
  /**
   * Get a funnel report
   *
   * Returns entries, exits, email results, and revenue of the funnel.
   *
   * Permission: `view_reports`.
   */
  getFunnelReport(input: Input<'getFunnelReport'>, options?: CallOptions): Promise<Answer<'getFunnelReport'>>;
  /**
   * Get a step of a funnel
   *
   * Returns the settings of the step, and its results in all versions.
   *
   * Permission: `view_contacts` or `manage_campaigns`.
   */
  getFunnelSequence(input: Input<'getFunnelSequence'>, options?: CallOptions): Promise<Answer<'getFunnelSequence'>>;
  /**
   * Get a version of a funnel
   *
   * Returns it with its steps.
   *
   * Permission: `view_contacts` or `manage_campaigns`.
   */
  getFunnelVersion(input: Input<'getFunnelVersion'>, options?: CallOptions): Promise<Answer<'getFunnelVersion'>>;
  /**
   * Get the subscriber growth report
   *
   * Returns new and lost subscribers by hour, day, week, or month. Intervals without changes are included.
   *
   * Permission: `view_reports`.
   */
  getGrowthReport(input?: Input<'getGrowthReport'>, options?: CallOptions): Promise<Answer<'getGrowthReport'>>;
  /**
   * Get an import
   *
   * Returns status, progress, options, and counts.
   *
   * Permission: `view_contacts`.
   */
  getImport(input: Input<'getImport'>, options?: CallOptions): Promise<Answer<'getImport'>>;
  /**
   * Get a list
   *
   * Returns the list without its counts, which `GET /lists` returns.
   *
   * Permission: `view_contacts`.
   */
  getList(input: Input<'getList'>, options?: CallOptions): Promise<Answer<'getList'>>;
  /**
   * Get the report of a list
   *
   * Returns growth by day, email results and revenue of current members, their statuses, and their engagement scores.
   *
   * Permission: `view_reports`.
   */
  getListReport(input: Input<'getListReport'>, options?: CallOptions): Promise<Answer<'getListReport'>>;
  /**
   * Get live figures of a campaign
   *
   * Returns sending progress and the latest events. Figures are at most 2 seconds old; counts of sent emails do not wait for the rollups.
   *
   * Permission: `view_reports`.
   */
  getLiveCampaignReport(input: Input<'getLiveCampaignReport'>, options?: CallOptions): Promise<Answer<'getLiveCampaignReport'>>;
  /**
   * Get live figures of a funnel
   *
   * Returns how many contacts are in the funnel and in each step now. Figures are at most 2 seconds old.
   *
   * Permission: `view_reports`.
   */
  getLiveFunnelReport(input: Input<'getLiveFunnelReport'>, options?: CallOptions): Promise<Answer<'getLiveFunnelReport'>>;
  /**
   * Get an order
   *
   * Includes refunds and attribution.
   *
   * Permission: `view_reports`.
   */
  getOrder(input: Input<'getOrder'>, options?: CallOptions): Promise<Answer<'getOrder'>>;
  /**
   * Get the overview report
   *
   * Returns subscribers, emails, and revenue of a period, compared with another period. The default is the last 30 days.
   *
   * Permission: `view_reports`.
   */
  getOverviewReport(input?: Input<'getOverviewReport'>, options?: CallOptions): Promise<Answer<'getOverviewReport'>>;
  /**
   * List report options
   *
   * Returns the values that reports can be filtered by, and the manager of the credentials. Any valid credentials may call it, so it is suitable for testing them.
   *
   * Requires a valid manager; no permission is needed.
   */
  getReportOptions(input?: Input<'getReportOptions'>, options?: CallOptions): Promise<Answer<'getReportOptions'>>;
  /**
   * Rank campaigns by revenue
   *
   * Returns the campaigns with revenue, highest first. Without dates, all time counts. `lists` and `tags` are refused.
   *
   * Permission: `view_reports`.
   */
  getRevenueByCampaign(input?: Input<'getRevenueByCampaign'>, options?: CallOptions): Promise<Answer<'getRevenueByCampaign'>>;
  /**
   * Rank contacts by revenue
   *
   * Returns the contacts with revenue, highest first. Without dates, all time counts.
   *
   * Permission: `view_reports`.
   */
  getRevenueByContact(input?: Input<'getRevenueByContact'>, options?: CallOptions): Promise<Answer<'getRevenueByContact'>>;
  /**
   * Get the revenue report
   *
   * Returns revenue by day and its attribution to campaigns and funnels, in one currency. `other_currencies` has the totals of orders in other currencies.
   *
   * Permission: `view_reports`.
   */
  getRevenueReport(input?: Input<'getRevenueReport'>, options?: CallOptions): Promise<Answer<'getRevenueReport'>>;
  /**
   * Get a scheduled report
   *
   * Includes the last 20 runs.
   *
   * Permission: `view_reports`.
   */
  getScheduledReport(input: Input<'getScheduledReport'>, options?: CallOptions): Promise<Answer<'getScheduledReport'>>;
  /**
   * Get a segment
   *
   * Returns its rule. `GET /segments/{id}/count` and `.../subscribers` evaluate it.
   *
   * Permission: `view_contacts`.
   */
  getSegment(input: Input<'getSegment'>, options?: CallOptions): Promise<Answer<'getSegment'>>;
  /**
   * Analyze groups of contacts
   *
   * Groups contacts by one dimension and returns the size, email rates, and revenue of each group, and how many contacts each two groups share.
   *
   * Permission: `view_reports`.
   */
  getSegmentationAnalysis(input?: Input<'getSegmentationAnalysis'>, options?: CallOptions): Promise<Answer<'getSegmentationAnalysis'>>;
  /**
   * Get a sender
   *
   * Returns its settings without the password, the OAuth 2.0 secrets, and the private key.
   *
   * Permission: `manage_campaigns`.
   */
  getSender(input: Input<'getSender'>, options?: CallOptions): Promise<Answer<'getSender'>>;
  /**
   * Check whether a sender is ready
   *
   * Checks the mail server (connection, TLS, login), the SPF, DKIM, and DMARC records with their alignment, and the MX record of the return path domain. Returns a result of the last 10 minutes, if there is one. A worker checks each sender once a day. Sends no email.
   *
   * Permission: `manage_campaigns`.
   */
  getSenderReadiness(input: Input<'getSenderReadiness'>, options?: CallOptions): Promise<Answer<'getSenderReadiness'>>;
  /**
   * Get a snippet
   *
   * Returns it with its content.
   *
   * Permission: `manage_campaigns`.
   */
  getSnippet(input: Input<'getSnippet'>, options?: CallOptions): Promise<Answer<'getSnippet'>>;
  /**
   * Get the spam complaint report
   *
   * Returns emails reported as spam, by source, domain, campaign, and day. With `lists` or `tags`, only totals, rates, and the timeline are returned; other members are null.
   *
   * Permission: `view_reports`.
   */
  getSpamComplaintReport(input?: Input<'getSpamComplaintReport'>, options?: CallOptions): Promise<Answer<'getSpamComplaintReport'>>;
  /**
   * Get a tag
   *
   * Returns the tag without its counts, which `GET /tags` returns.
   *
   * Permission: `view_contacts`.
   */
  getTag(input: Input<'getTag'>, options?: CallOptions): Promise<Answer<'getTag'>>;
  /**
   * Get the report of a tag
   *
   * Returns growth by day, email results and revenue of current members, their statuses, and their engagement scores.
   *
   * Permission: `view_reports`.
   */
  getTagReport(input: Input<'getTagReport'>, options?: CallOptions): Promise<Answer<'getTagReport'>>;
  /**
   * Get a template
   *
   * Returns it with its content.
   *
   * Permission: `manage_campaigns`.
   */
  getTemplate(input: Input<'getTemplate'>, options?: CallOptions): Promise<Answer<'getTemplate'>>;
  /**
   * Rank contacts
   *
   * Returns the contacts with the highest engagement, revenue, or activity. Without dates, all time counts. Only human activity counts; `include_machine` has no effect.
   *
   * Permission: `view_reports`.
   */
  getTopContacts(input?: Input<'getTopContacts'>, options?: CallOptions): Promise<Answer<'getTopContacts'>>;
  /**
   * Get the unsubscribe report
   *
   * Returns unsubscribed contacts by method, reason, domain, campaign, and day. With `lists` or `tags`, only totals, rates, and the timeline are returned; other members are null.
   *
   * Permission: `view_reports`.
   */
  getUnsubscribeReport(input?: Input<'getUnsubscribeReport'>, options?: CallOptions): Promise<Answer<'getUnsubscribeReport'>>;
  /**
   * Get a webhook
   *
   * Returns it without its secret.
   *
   * Permission: `view_contacts`.
   */
  getWebhook(input: Input<'getWebhook'>, options?: CallOptions): Promise<Answer<'getWebhook'>>;
  /**
   * Get a webhook delivery
   *
   * Includes all attempts.
   *
   * Permission: `view_contacts`.
   */
  getWebhookDelivery(input: Input<'getWebhookDelivery'>, options?: CallOptions): Promise<Answer<'getWebhookDelivery'>>;
  /**
   * Get a webhook replay
   *
   * Returns status and progress.
   *
   * Permission: `view_contacts`.
   */
  getWebhookReplay(input: Input<'getWebhookReplay'>, options?: CallOptions): Promise<Answer<'getWebhookReplay'>>;
  /**
   * Lint a campaign
   *
   * Lists problems to fix before sending. Merge tags are rendered for a sample of the recipients.
   *
   * Permission: `manage_campaigns`.
   */
  lintCampaign(input: Input<'lintCampaign'>, options?: CallOptions): Promise<Answer<'lintCampaign'>>;
  /**
   * Lint the email of a step
   *
   * Lists problems to fix before publishing, such as members that the data of the trigger does not have.
   *
   * Permission: `view_contacts` or `manage_campaigns`.
   */
  lintFunnelSequence(input: Input<'lintFunnelSequence'>, options?: CallOptions): Promise<Answer<'lintFunnelSequence'>>;
  /**
   * List A/B tests of campaigns
   *
   * Returns the tests and their results, newest campaign first. Dates select campaigns that started in the period. `lists` and `tags` are refused. Only human activity counts; `include_machine` has no effect.
   *
   * Permission: `view_reports`.
   */
  listAbTestReports(input?: Input<'listAbTestReports'>, options?: CallOptions): Promise<Answer<'listAbTestReports'>>;
  /**
   * List audit log entries
   *
   * Returns one entry for each record that a call changed, with the values of each changed field before and after, newest first. If a call changed more than 50 records of one type at once, one entry gives their number. Entries contain no secrets and no values of erased contacts.
   *
   * Permission: `manage_contacts`.
   */
  listAuditLog(input?: Input<'listAuditLog'>, options?: CallOptions): Promise<Answer<'listAuditLog'>>;
  /**
   * List the rows of a bulk action
   *
   * Returns the result for each contact, in the order of processing. Filter by `outcome`.
   *
   * Permission: `view_contacts`.
   */
  listBulkActionRows(input: Input<'listBulkActionRows'>, options?: CallOptions): Promise<Answer<'listBulkActionRows'>>;
  /**
   * List bulk actions
   *
   * Lists bulk actions that were started with a `filter`, newest first.
   *
   * Permission: `view_contacts`.
   */
  listBulkActions(input?: Input<'listBulkActions'>, options?: CallOptions): Promise<Answer<'listBulkActions'>>;
  /**
   * List the opens and clicks of an email
   *
   * Returns each event, oldest first, classified as human or machine, with the reason.
   *
   * Permission: `manage_campaigns`.
   */
  listCampaignEmailHits(input: Input<'listCampaignEmailHits'>, options?: CallOptions): Promise<Answer<'listCampaignEmailHits'>>;
  /**
   * List the emails of a campaign
   *
   * Returns one row per recipient, including skipped and failed emails, in the order of creation.
   *
   * Permission: `manage_campaigns`.
   */
  listCampaignEmails(input: Input<'listCampaignEmails'>, options?: CallOptions): Promise<Answer<'listCampaignEmails'>>;
  /**
   * List campaign reports
   *
   * Returns the figures of each campaign, newest first. With dates, only campaigns with figures in the period and only those figures; without, all time counts. `lists` and `tags` are refused.
   *
   * Permission: `view_reports`.
   */
  listCampaignReports(input?: Input<'listCampaignReports'>, options?: CallOptions): Promise<Answer<'listCampaignReports'>>;
  /**
   * List the opt-outs of a campaign
   *
   * Returns the contacts who opted out through an email of the campaign, newest first.
   *
   * Permission: `manage_campaigns`.
   */
  listCampaignUnsubscribers(input: Input<'listCampaignUnsubscribers'>, options?: CallOptions): Promise<Answer<'listCampaignUnsubscribers'>>;
  /**
   * List campaigns
   *
   * By default, the newest come first. `with[]=stats` adds figures to each campaign.
   *
   * Permission: `manage_campaigns`.
   */
  listCampaigns(input?: Input<'listCampaigns'>, options?: CallOptions): Promise<Answer<'listCampaigns'>>;
  /**
   * List companies
   *
   * Newest first by default.
   *
   * Permission: `view_contacts`.
   */
  listCompanies(input?: Input<'listCompanies'>, options?: CallOptions): Promise<Answer<'listCompanies'>>;
  /**
   * List the notes of a company
   *
   * Returns notes with their authors, the last added first.
   *
   * Permission: `view_contacts`.
   */
  listCompanyNotes(input: Input<'listCompanyNotes'>, options?: CallOptions): Promise<Answer<'listCompanyNotes'>>;
  /**
   * List the consents of a contact
   *
   * Lists what the contact agreed to or withdrew, with time and evidence, from newest to oldest.
   *
   * Permission: `view_contacts`.
   */
  listContactConsents(input: Input<'listContactConsents'>, options?: CallOptions): Promise<Answer<'listContactConsents'>>;
  /**
   * List the notes of a contact
   *
   * Returns notes with their authors, the last added first.
   *
   * Permission: `view_contacts`.
   */
  listContactNotes(input: Input<'listContactNotes'>, options?: CallOptions): Promise<Answer<'listContactNotes'>>;
  /**
   * List contacts
   *
   * Returns contacts that match all filters. To read all of them, start with `cursor=*` and continue with `next_cursor`.
   *
   * Permission: `view_contacts`.
   */
  listContacts(input?: Input<'listContacts'>, options?: CallOptions): Promise<Answer<'listContacts'>>;
  /**
   * List custom fields
   *
   * Returns all fields in their order. `with[]=field_types` adds the available types.
   *
   * Permission: `view_contacts`.
   */
  listCustomFields(input?: Input<'listCustomFields'>, options?: CallOptions): Promise<Answer<'listCustomFields'>>;
  /**
   * Get the delivery of a sender to each mailbox provider
   *
   * State, rate, and reason in words. Providers are found by the mail hosts of the recipients’ domains. Those with few emails and without trouble are not listed.
   *
   * Permission: `manage_campaigns`.
   */
  listDestinations(input: Input<'listDestinations'>, options?: CallOptions): Promise<Answer<'listDestinations'>>;
  /**
   * List single emails
   *
   * Newest first.
   *
   * Permission: `send_campaigns`.
   */
  listEmails(input?: Input<'listEmails'>, options?: CallOptions): Promise<Answer<'listEmails'>>;
  /**
   * List events
   *
   * Returns the events that webhooks receive, in commit order. Continue with `next_cursor`: no event is missed or repeated.
   *
   * Permission: `view_contacts`.
   */
  listEvents(input?: Input<'listEvents'>, options?: CallOptions): Promise<Answer<'listEvents'>>;
  /**
   * List provider webhook URLs
   *
   * Returns the URL to configure at each email provider. The URLs are secret: anyone who has one can report events.
   *
   * Permission: `manage_contacts`.
   */
  listFeedbackProviders(input?: Input<'listFeedbackProviders'>, options?: CallOptions): Promise<Answer<'listFeedbackProviders'>>;
  /**
   * List sign-up forms
   *
   * Newest first.
   *
   * Permission: `manage_contacts`.
   */
  listForms(input?: Input<'listForms'>, options?: CallOptions): Promise<Answer<'listForms'>>;
  /**
   * List funnel actions
   *
   * Returns the actions of steps with JSON Schemas of their settings.
   *
   * Permission: `view_contacts` or `manage_campaigns`.
   */
  listFunnelActions(input?: Input<'listFunnelActions'>, options?: CallOptions): Promise<Answer<'listFunnelActions'>>;
  /**
   * List the contacts of a funnel
   *
   * Returns active and ended enrollments, newest first.
   *
   * Permission: `view_contacts` or `manage_campaigns`.
   */
  listFunnelContacts(input: Input<'listFunnelContacts'>, options?: CallOptions): Promise<Answer<'listFunnelContacts'>>;
  /**
   * List funnel reports
   *
   * Returns counters and email results of each funnel, newest first.
   *
   * Permission: `view_reports`.
   */
  listFunnelReports(input?: Input<'listFunnelReports'>, options?: CallOptions): Promise<Answer<'listFunnelReports'>>;
  /**
   * List the steps of a funnel
   *
   * Returns the steps of the current version as a tree.
   *
   * Permission: `view_contacts` or `manage_campaigns`.
   */
  listFunnelSequences(input: Input<'listFunnelSequences'>, options?: CallOptions): Promise<Answer<'listFunnelSequences'>>;
  /**
   * List funnel triggers
   *
   * Returns the triggers with JSON Schemas of their settings and payloads.
   *
   * Permission: `view_contacts` or `manage_campaigns`.
   */
  listFunnelTriggers(input?: Input<'listFunnelTriggers'>, options?: CallOptions): Promise<Answer<'listFunnelTriggers'>>;
  /**
   * List the versions of a funnel
   *
   * Returns the versions without their steps, newest first.
   *
   * Permission: `view_contacts` or `manage_campaigns`.
   */
  listFunnelVersions(input: Input<'listFunnelVersions'>, options?: CallOptions): Promise<Answer<'listFunnelVersions'>>;
  /**
   * List funnels
   *
   * By default, the newest come first. `with[]` adds the steps or the number of contacts.
   *
   * Permission: `view_contacts` or `manage_campaigns`.
   */
  listFunnels(input?: Input<'listFunnels'>, options?: CallOptions): Promise<Answer<'listFunnels'>>;
  /**
   * List the rows of an import
   *
   * Returns the result of each row, in file order. Filter by `outcome`.
   *
   * Permission: `view_contacts`.
   */
  listImportRows(input: Input<'listImportRows'>, options?: CallOptions): Promise<Answer<'listImportRows'>>;
  /**
   * List imports
   *
   * Returns them with progress, newest first.
   *
   * Permission: `view_contacts`.
   */
  listImports(input?: Input<'listImports'>, options?: CallOptions): Promise<Answer<'listImports'>>;
  /**
   * List reports of lists
   *
   * Returns the growth of each list, and the email results and revenue of its current members.
   *
   * Permission: `view_reports`.
   */
  listListReports(input?: Input<'listListReports'>, options?: CallOptions): Promise<Answer<'listListReports'>>;
  /**
   * List all lists
   *
   * Returns all lists on one page, by default the newest first.
   *
   * Permission: `view_contacts`.
   */
  listLists(input?: Input<'listLists'>, options?: CallOptions): Promise<Answer<'listLists'>>;
  /**
   * List orders
   *
   * By default, the newest order comes first. Filters are joined by AND.
   *
   * Permission: `view_reports`.
   */
  listOrders(input?: Input<'listOrders'>, options?: CallOptions): Promise<Answer<'listOrders'>>;
  /**
   * List recent API requests
   *
   * Returns the last 1,000 requests of managers, reads and refusals included, without queries and bodies. A request appears within a second.
   *
   * Permission: `manage_contacts`.
   */
  listRecentRequests(input?: Input<'listRecentRequests'>, options?: CallOptions): Promise<Answer<'listRecentRequests'>>;
  /**
   * List scheduled reports
   *
   * Returns all scheduled reports on one page, newest first.
   *
   * Permission: `view_reports`.
   */
  listScheduledReports(input?: Input<'listScheduledReports'>, options?: CallOptions): Promise<Answer<'listScheduledReports'>>;
  /**
   * List the contacts of a segment
   *
   * Evaluates the rule now. By default, the newest contacts come first.
   *
   * Permission: `view_contacts`.
   */
  listSegmentContacts(input: Input<'listSegmentContacts'>, options?: CallOptions): Promise<Answer<'listSegmentContacts'>>;
  /**
   * List segments
   *
   * Returns all segments on one page, by default the newest first.
   *
   * Permission: `view_contacts`.
   */
  listSegments(input?: Input<'listSegments'>, options?: CallOptions): Promise<Answer<'listSegments'>>;
  /**
   * List senders
   *
   * Returns all senders, newest first. The mail server of `SMTP_URL` is not among them.
   *
   * Permission: `manage_campaigns`.
   */
  listSenders(input?: Input<'listSenders'>, options?: CallOptions): Promise<Answer<'listSenders'>>;
  /**
   * List the users of a snippet
   *
   * Returns templates, funnels, other snippets, and campaigns that were not sent yet.
   *
   * Permission: `manage_campaigns`.
   */
  listSnippetUses(input: Input<'listSnippetUses'>, options?: CallOptions): Promise<Answer<'listSnippetUses'>>;
  /**
   * List snippets
   *
   * All of them, by key.
   *
   * Permission: `manage_campaigns`.
   */
  listSnippets(input?: Input<'listSnippets'>, options?: CallOptions): Promise<Answer<'listSnippets'>>;
  /**
   * List suppressions
   *
   * Lists the addresses and domains that never receive email, from newest to oldest.
   *
   * Permission: `view_contacts`.
   */
  listSuppressions(input?: Input<'listSuppressions'>, options?: CallOptions): Promise<Answer<'listSuppressions'>>;
  /**
   * List reports of tags
   *
   * Returns the growth of each tag, and the email results and revenue of its current members.
   *
   * Permission: `view_reports`.
   */
  listTagReports(input?: Input<'listTagReports'>, options?: CallOptions): Promise<Answer<'listTagReports'>>;
  /**
   * List all tags
   *
   * Returns all tags on one page, by default the newest first.
   *
   * Permission: `view_contacts`.
   */
  listTags(input?: Input<'listTags'>, options?: CallOptions): Promise<Answer<'listTags'>>;
  /**
   * List templates
   *
   * Newest first by default.
   *
   * Permission: `manage_campaigns`.
   */
  listTemplates(input?: Input<'listTemplates'>, options?: CallOptions): Promise<Answer<'listTemplates'>>;
  /**
   * List the tracked events of a contact
   *
   * Returns one row for each key and title, newest first.
   *
   * Permission: `view_contacts`.
   */
  listTrackedEvents(input: Input<'listTrackedEvents'>, options?: CallOptions): Promise<Answer<'listTrackedEvents'>>;
  /**
   * List the deliveries of a webhook
   *
   * Returns deliveries, newest first, without their attempts.
   *
   * Permission: `view_contacts`.
   */
  listWebhookDeliveries(input: Input<'listWebhookDeliveries'>, options?: CallOptions): Promise<Answer<'listWebhookDeliveries'>>;
  /**
   * List webhooks
   *
   * Returns all webhooks, newest first, without their secrets.
   *
   * Permission: `view_contacts`.
   */
  listWebhooks(input?: Input<'listWebhooks'>, options?: CallOptions): Promise<Answer<'listWebhooks'>>;
  /**
   * Merge contacts
   *
   * Moves the history, memberships, custom values, and orders of the other contacts to the kept one and removes them. Empty fields are filled from the others, oldest first. The strictest status wins; a bounce counts for its address only, and a bounced address is replaced by one that did not bounce. A merge cannot be undone.
   *
   * Permission: `manage_contacts`.
   */
  mergeContacts(input: Input<'mergeContacts'>, options?: CallOptions): Promise<Answer<'mergeContacts'>>;
  /**
   * Pause a campaign
   *
   * Only a `working` campaign. Emails that are being handed to the mail server are finished; the others wait.
   *
   * Permission: `manage_campaigns`.
   */
  pauseCampaign(input: Input<'pauseCampaign'>, options?: CallOptions): Promise<Answer<'pauseCampaign'>>;
  /**
   * Preview a campaign
   *
   * Renders the email for a contact. Links of the service lead to sample pages.
   *
   * Permission: `manage_campaigns`.
   */
  previewCampaign(input: Input<'previewCampaign'>, options?: CallOptions): Promise<Answer<'previewCampaign'>>;
  /**
   * Redeliver a webhook delivery
   *
   * Starts a new round of attempts with the same delivery id and the same body.
   *
   * Permission: `manage_contacts`.
   */
  redeliverWebhookDelivery(input: Input<'redeliverWebhookDelivery'>, options?: CallOptions): Promise<Answer<'redeliverWebhookDelivery'>>;
  /**
   * Record a refund of an order
   *
   * A refund with a known `external_id` is not recorded again. An order whose total is refunded gets the status `refunded`.
   *
   * Permission: `manage_contacts`.
   */
  refundOrder(input: Input<'refundOrder'>, options?: CallOptions): Promise<Answer<'refundOrder'>>;
  /**
   * Remove a contact from a funnel
   *
   * Ends the active enrollment as `cancelled` and cancels its unsent emails.
   *
   * Permission: `manage_campaigns`.
   */
  removeContactFromFunnel(input: Input<'removeContactFromFunnel'>, options?: CallOptions): Promise<Answer<'removeContactFromFunnel'>>;
  /**
   * Rename a campaign
   *
   * Allowed in every status. The slug does not change.
   *
   * Permission: `manage_campaigns`.
   */
  renameCampaign(input: Input<'renameCampaign'>, options?: CallOptions): Promise<Answer<'renameCampaign'>>;
  /**
   * Render content
   *
   * Renders the subject and body for a contact or with sample values. Nothing is saved or sent.
   *
   * Permission: `manage_campaigns`.
   */
  renderTemplate(input: Input<'renderTemplate'>, options?: CallOptions): Promise<Answer<'renderTemplate'>>;
  /**
   * Replace all custom fields
   *
   * A definition with an existing slug updates that field; others are created; missing fields are deleted.
   *
   * Permission: `manage_contacts`.
   */
  replaceCustomFields(input: Input<'replaceCustomFields'>, options?: CallOptions): Promise<Answer<'replaceCustomFields'>>;
  /**
   * Replay the events of a time range
   *
   * Runs in the background. Events that had a delivery are sent with the same delivery id; the others get a new one. The webhook must be active. One replay per webhook at a time.
   *
   * Permission: `manage_contacts`.
   */
  replayWebhookEvents(input: Input<'replayWebhookEvents'>, options?: CallOptions): Promise<Answer<'replayWebhookEvents'>>;
  /**
   * Create or update an order
   *
   * Creates the order, or updates the order with the same `provider` and `external_id`. Calls can be repeated and can arrive in any order: outdated data changes nothing.
   *
   * Permission: `manage_contacts`.
   */
  reportOrder(input: Input<'reportOrder'>, options?: CallOptions): Promise<Answer<'reportOrder'>>;
  /**
   * Create or update orders in bulk
   *
   * Accepts up to 1,000 orders. Invalid orders are listed under `invalids`; the others are saved.
   *
   * Permission: `manage_contacts`.
   */
  reportOrders(input: Input<'reportOrders'>, options?: CallOptions): Promise<Answer<'reportOrders'>>;
  /**
   * Report a bounce, complaint, or opt-out email
   *
   * Processes a message as a mail server received it: raw, as `message/rfc822`, `application/octet-stream`, or `text/plain`, up to 10 MB, or in JSON. Idempotent: a repeated message has no further effect.
   *
   * Permission: `manage_contacts`.
   */
  reportReturnedMail(input: Input<'reportReturnedMail'>, options?: CallOptions): Promise<Answer<'reportReturnedMail'>>;
  /**
   * Resend a campaign to recipients whose email failed
   *
   * Creates a draft. Its recipients are determined when the draft is sent. Bounced emails are not resent.
   *
   * Permission: `manage_campaigns`.
   */
  resendCampaignToFailed(input: Input<'resendCampaignToFailed'>, options?: CallOptions): Promise<Answer<'resendCampaignToFailed'>>;
  /**
   * Resend a campaign to recipients who did not open it
   *
   * Creates a draft. Its recipients are determined when the draft is sent.
   *
   * Permission: `manage_campaigns`.
   */
  resendCampaignToUnopened(input: Input<'resendCampaignToUnopened'>, options?: CallOptions): Promise<Answer<'resendCampaignToUnopened'>>;
  /**
   * Restore a version of a funnel
   *
   * Creates a new version from the steps of an older one; the steps keep their ids and are only checked for loops. Restoring in a published funnel also needs `send_campaigns`.
   *
   * Permission: `manage_campaigns`.
   */
  restoreFunnelVersion(input: Input<'restoreFunnelVersion'>, options?: CallOptions): Promise<Answer<'restoreFunnelVersion'>>;
  /**
   * Resume a paused campaign
   *
   * Continues sending. A campaign that was paused before it started must be ready to send, and starts now.
   *
   * Permission: `manage_campaigns` and `send_campaigns`.
   */
  resumeCampaign(input: Input<'resumeCampaign'>, options?: CallOptions): Promise<Answer<'resumeCampaign'>>;
  /**
   * Rotate the secret of a webhook
   *
   * Returns the new secret, which is not shown again. It signs from the next call on. For `grace_minutes`, the previous one signs too, in `X-Service-Signature-Previous` and as a second entry of `webhook-signature`. Until then, another rotation needs `grace_minutes: 0`, which ends the grace period.
   *
   * Permission: `manage_contacts`.
   */
  rotateWebhookSecret(input: Input<'rotateWebhookSecret'>, options?: CallOptions): Promise<Answer<'rotateWebhookSecret'>>;
  /**
   * Send a scheduled report now
   *
   * Sends the period that ended last, also if the report is paused, and does not change the next scheduled run. Each call sends once; repeat a call safely with an `Idempotency-Key`.
   *
   * Permission: `view_reports`.
   */
  runScheduledReport(input: Input<'runScheduledReport'>, options?: CallOptions): Promise<Answer<'runScheduledReport'>>;
  /**
   * Save the steps of a funnel
   *
   * Creates a new version. Active enrollments stay in their version, unless `migrate` is `yes`. Changing the steps of a published funnel also needs `send_campaigns`.
   *
   * Permission: `manage_campaigns`.
   */
  saveFunnelSequences(input: Input<'saveFunnelSequences'>, options?: CallOptions): Promise<Answer<'saveFunnelSequences'>>;
  /**
   * Schedule a campaign
   *
   * Only a draft that is ready to send. `settings.sending_type` defines how the time is used.
   *
   * Permission: `manage_campaigns` and `send_campaigns`.
   */
  scheduleCampaign(input: Input<'scheduleCampaign'>, options?: CallOptions): Promise<Answer<'scheduleCampaign'>>;
  /**
   * Send a campaign now
   *
   * Starts a draft or a scheduled campaign, which must be ready to send, and responds at once. Poll `GET /campaigns/{id}/status` for the progress.
   *
   * Permission: `manage_campaigns` and `send_campaigns`.
   */
  sendCampaign(input: Input<'sendCampaign'>, options?: CallOptions): Promise<Answer<'sendCampaign'>>;
  /**
   * Send a test email of a campaign
   *
   * Sends immediately, to any address. The test is not counted, and its links change no contact.
   *
   * Permission: `manage_campaigns`.
   */
  sendCampaignTestEmail(input: Input<'sendCampaignTestEmail'>, options?: CallOptions): Promise<Answer<'sendCampaignTestEmail'>>;
  /**
   * Send a double opt-in email
   *
   * Sets the contact to `pending` and sends an email with a confirmation link. Links in earlier emails become invalid. Refused if the contact is subscribed or has complained.
   *
   * Permission: `manage_contacts`.
   */
  sendDoubleOptIn(input: Input<'sendDoubleOptIn'>, options?: CallOptions): Promise<Answer<'sendDoubleOptIn'>>;
  /**
   * Send a test email of a step
   *
   * Sends immediately, to any address, with the data or with an example of what the trigger reports.
   *
   * Permission: `manage_campaigns`.
   */
  sendFunnelSequenceTestEmail(input: Input<'sendFunnelSequenceTestEmail'>, options?: CallOptions): Promise<Answer<'sendFunnelSequenceTestEmail'>>;
  /**
   * Set the status of a funnel
   *
   * A funnel that is not published enrolls no contacts and runs no steps; due steps run after it is published again. Publishing also needs `send_campaigns`.
   *
   * Permission: `manage_campaigns`.
   */
  setFunnelStatus(input: Input<'setFunnelStatus'>, options?: CallOptions): Promise<Answer<'setFunnelStatus'>>;
  /**
   * Resolve an email with unknown delivery status
   *
   * Only an `unknown` email: the connection to the mail server broke before its reply (`ON_UNKNOWN=hold`). `resend` can deliver it twice, and returns a `sent` campaign to `working`.
   *
   * Permission: `manage_campaigns` and `send_campaigns`.
   */
  settleCampaignEmail(input: Input<'settleCampaignEmail'>, options?: CallOptions): Promise<Answer<'settleCampaignEmail'>>;
  /**
   * Resolve all emails with unknown delivery status
   *
   * Resolves each `unknown` email of the campaign in the same way; none is no error. Repeat an interrupted call to continue.
   *
   * Permission: `manage_campaigns` and `send_campaigns`.
   */
  settleUnknownCampaignEmails(input: Input<'settleUnknownCampaignEmails'>, options?: CallOptions): Promise<Answer<'settleUnknownCampaignEmails'>>;
  /**
   * Simulate a funnel
   *
   * Runs the real engine on a virtual clock and returns what the funnel would do with the contacts, and when. Nothing is saved or sent.
   *
   * Permission: `manage_campaigns`.
   */
  simulateFunnel(input: Input<'simulateFunnel'>, options?: CallOptions): Promise<Answer<'simulateFunnel'>>;
  /**
   * Run a bulk action
   *
   * Applies one action to many contacts. With `subscriber_ids`, it runs before the response (200), for all of them or none. With `filter`, a job runs it (202); the job can be watched, cancelled, and, unless it deletes contacts, undone. `add_to_funnel` also needs `manage_campaigns`.
   *
   * Permission: `manage_contacts`.
   */
  startBulkAction(input: Input<'startBulkAction'>, options?: CallOptions): Promise<Answer<'startBulkAction'>>;
  /**
   * Stream events
   *
   * Streams new events as server-sent events. The `id` of each event is its cursor; a client that reconnects sends the last one as `Last-Event-ID`.
   *
   * Permission: `view_contacts`.
   */
  streamEvents(input?: Input<'streamEvents'>, options?: CallOptions): Promise<Response>;
  /**
   * Send a single email
   *
   * Queues an email such as a password reset or a receipt before all campaigns. It needs no subscription and has no opt-out. Addresses that bounced, complained, or are suppressed are refused; of several recipients, the others get it. With an `Idempotency-Key`, a repeated request does not send it twice.
   *
   * Permission: `send_campaigns`.
   */
  submitEmail(input: Input<'submitEmail'>, options?: CallOptions): Promise<Answer<'submitEmail'>>;
  /**
   * Send single emails
   *
   * Queues 1 to 100 emails. An invalid one refuses all; a suppressed recipient refuses only its email.
   *
   * Permission: `send_campaigns`.
   */
  submitEmails(input: Input<'submitEmails'>, options?: CallOptions): Promise<Answer<'submitEmails'>>;
  /**
   * Test a sender
   *
   * Connects, logs in, and with `to` also sends one email. It waits for the responses of the mail server. The message of a failed connection is always the same; the log contains the reason.
   *
   * Permission: `manage_campaigns`.
   */
  testSender(input: Input<'testSender'>, options?: CallOptions): Promise<Answer<'testSender'>>;
  /**
   * Test a webhook
   *
   * Sends `webhook.test` once and waits for the response. The call is logged, but never retried or counted as a failure.
   *
   * Permission: `manage_contacts`.
   */
  testWebhook(input: Input<'testWebhook'>, options?: CallOptions): Promise<Answer<'testWebhook'>>;
  /**
   * Trace a contact through a funnel
   *
   * Returns each step that ran, with its result, and the step that runs next.
   *
   * Permission: `view_contacts` or `manage_campaigns`.
   */
  traceContactInFunnel(input: Input<'traceContactInFunnel'>, options?: CallOptions): Promise<Answer<'traceContactInFunnel'>>;
  /**
   * Track an event of a contact
   *
   * Another event with the same key and title increases its counter.
   *
   * Permission: `manage_contacts`.
   */
  trackEvent(input: Input<'trackEvent'>, options?: CallOptions): Promise<Answer<'trackEvent'>>;
  /**
   * Enroll a contact in a funnel
   *
   * Creates or updates the contact and enrolls it in a published funnel; an active enrollment stays unchanged.
   *
   * Permission: `manage_campaigns`.
   */
  triggerFunnel(input: Input<'triggerFunnel'>, options?: CallOptions): Promise<Answer<'triggerFunnel'>>;
  /**
   * Unarchive a campaign
   *
   * Restores the status that the campaign had. A cancelled campaign cannot be unarchived.
   *
   * Permission: `manage_campaigns`.
   */
  unarchiveCampaign(input: Input<'unarchiveCampaign'>, options?: CallOptions): Promise<Answer<'unarchiveCampaign'>>;
  /**
   * Undo a bulk action
   *
   * Reverts its changes in a job. Values that were edited since then are kept and listed as conflicts. Undoing `add_to_funnel` also needs `manage_campaigns`.
   *
   * Permission: `manage_contacts`.
   */
  undoBulkAction(input: Input<'undoBulkAction'>, options?: CallOptions): Promise<Answer<'undoBulkAction'>>;
  /**
   * Undo an import
   *
   * Reverts its changes in a job; watch the import. Values that were edited since then are kept and listed as conflicts.
   *
   * Permission: `manage_contacts`.
   */
  undoImport(input: Input<'undoImport'>, options?: CallOptions): Promise<Answer<'undoImport'>>;
  /**
   * Unschedule a campaign
   *
   * Returns a scheduled campaign to `draft` and clears its times.
   *
   * Permission: `manage_campaigns`.
   */
  unscheduleCampaign(input: Input<'unscheduleCampaign'>, options?: CallOptions): Promise<Answer<'unscheduleCampaign'>>;
  /**
   * Update a campaign
   *
   * Omitted fields are unchanged. Drafts and scheduled campaigns accept all fields, other campaigns only the title. Changing a scheduled campaign, or one that a published funnel sends, also needs `send_campaigns`, except for its title.
   *
   * Permission: `manage_campaigns`.
   */
  updateCampaign(input: Input<'updateCampaign'>, options?: CallOptions): Promise<Answer<'updateCampaign'>>;
  /**
   * Update a company
   *
   * Omitted fields are unchanged; null or an empty string clears a field. The name must be unique, regardless of case.
   *
   * Permission: `manage_contacts`.
   */
  updateCompany(input: Input<'updateCompany'>, options?: CallOptions): Promise<Answer<'updateCompany'>>;
  /**
   * Update a note of a company
   *
   * The four required fields must be sent again; omitted optional fields are unchanged.
   *
   * Permission: `manage_contacts`.
   */
  updateCompanyNote(input: Input<'updateCompanyNote'>, options?: CallOptions): Promise<Answer<'updateCompanyNote'>>;
  /**
   * Update a contact
   *
   * Omitted fields are unchanged. `tags` and `lists` replace the whole set; `attach_*` and `detach_*` change it. The fields may be nested in `subscriber` or sent at the top level.
   *
   * Permission: `manage_contacts`.
   */
  updateContact(input: Input<'updateContact'>, options?: CallOptions): Promise<Answer<'updateContact'>>;
  /**
   * Update a note of a contact
   *
   * The four required fields must be sent again; omitted optional fields are unchanged.
   *
   * Permission: `manage_contacts`.
   */
  updateContactNote(input: Input<'updateContactNote'>, options?: CallOptions): Promise<Answer<'updateContactNote'>>;
  /**
   * Update a custom field
   *
   * Omitted settings are unchanged. Values that do not fit a new type or fewer options are deleted, which requires `force`.
   *
   * Permission: `manage_contacts`.
   */
  updateCustomField(input: Input<'updateCustomField'>, options?: CallOptions): Promise<Answer<'updateCustomField'>>;
  /**
   * Update a sign-up form
   *
   * Omitted fields are unchanged.
   *
   * Permission: `manage_contacts`.
   */
  updateForm(input: Input<'updateForm'>, options?: CallOptions): Promise<Answer<'updateForm'>>;
  /**
   * Update a funnel
   *
   * Allowed in every status. Omitted fields are unchanged; `sequences` creates a new version. Changing anything but the title of a published funnel also needs `send_campaigns`.
   *
   * Permission: `manage_campaigns`.
   */
  updateFunnel(input: Input<'updateFunnel'>, options?: CallOptions): Promise<Answer<'updateFunnel'>>;
  /**
   * Update a list
   *
   * Omitted fields are unchanged; a new title does not change the slug. The response contains only the id, as text.
   *
   * Permission: `manage_contacts`.
   */
  updateList(input: Input<'updateList'>, options?: CallOptions): Promise<Answer<'updateList'>>;
  /**
   * Update an order
   *
   * Omitted fields are unchanged. The status moves forward only, except from `cancelled`.
   *
   * Permission: `manage_contacts`.
   */
  updateOrder(input: Input<'updateOrder'>, options?: CallOptions): Promise<Answer<'updateOrder'>>;
  /**
   * Update a scheduled report
   *
   * Omitted fields are unchanged. `settings` is replaced as a whole.
   *
   * Permission: `view_reports`.
   */
  updateScheduledReport(input: Input<'updateScheduledReport'>, options?: CallOptions): Promise<Answer<'updateScheduledReport'>>;
  /**
   * Update a segment
   *
   * Omitted fields are unchanged; a new title does not change the slug.
   *
   * Permission: `manage_contacts`.
   */
  updateSegment(input: Input<'updateSegment'>, options?: CallOptions): Promise<Answer<'updateSegment'>>;
  /**
   * Update a sender
   *
   * Omitted fields are unchanged. A change of `host`, `port`, `secure`, or `username` requires the `password` again, or the OAuth 2.0 secrets; so does a change of `oauth2.token_url` or `oauth2.client_id`. While a published funnel, or a campaign that is scheduled, working, or paused uses the sender, also as a fallback, all fields but `name` need `send_campaigns`. Workers apply the change within a second; emails under way are not affected.
   *
   * Permission: `manage_campaigns`.
   */
  updateSender(input: Input<'updateSender'>, options?: CallOptions): Promise<Answer<'updateSender'>>;
  /**
   * Update a snippet
   *
   * Drafts, templates, and previews follow; campaigns and funnels that have started do not. If a scheduled campaign or a published funnel sends it, it needs `send_campaigns`.
   *
   * Permission: `manage_campaigns`.
   */
  updateSnippet(input: Input<'updateSnippet'>, options?: CallOptions): Promise<Answer<'updateSnippet'>>;
  /**
   * Update a tag
   *
   * Omitted fields are unchanged; a new title does not change the slug. The response contains only the id, as text.
   *
   * Permission: `manage_contacts`.
   */
  updateTag(input: Input<'updateTag'>, options?: CallOptions): Promise<Answer<'updateTag'>>;
  /**
   * Update a template
   *
   * Omitted fields are unchanged. Emails that were created from the template do not change. If a published funnel sends it, all fields but `title` and `description` need `send_campaigns`.
   *
   * Permission: `manage_campaigns`.
   */
  updateTemplate(input: Input<'updateTemplate'>, options?: CallOptions): Promise<Answer<'updateTemplate'>>;
  /**
   * Update a webhook
   *
   * Setting `status` to `active` reactivates a disabled webhook and delivers its parked deliveries. Omitted members are unchanged.
   *
   * Permission: `manage_contacts`.
   */
  updateWebhook(input: Input<'updateWebhook'>, options?: CallOptions): Promise<Answer<'updateWebhook'>>;
  /**
   * Watch a bulk action
   *
   * Streams the progress as server-sent events until the job ends.
   *
   * Permission: `view_contacts`.
   */
  watchBulkAction(input: Input<'watchBulkAction'>, options?: CallOptions): Promise<Response>;
  /**
   * Watch an import
   *
   * Streams the progress as server-sent events until the import ends.
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
  listEmails(input?: Input<'listEmails'>, options?: CallOptions): AsyncIterable<RowAt<Answer<'listEmails'>, ['emails', 'data']>>;
  listForms(input?: Input<'listForms'>, options?: CallOptions): AsyncIterable<RowAt<Answer<'listForms'>, ['forms', 'data']>>;
  listFunnelContacts(input: Input<'listFunnelContacts'>, options?: CallOptions): AsyncIterable<RowAt<Answer<'listFunnelContacts'>, ['funnel_subscribers', 'data']>>;
  listFunnelReports(input?: Input<'listFunnelReports'>, options?: CallOptions): AsyncIterable<RowAt<Answer<'listFunnelReports'>, ['funnels', 'data']>>;
  listFunnels(input?: Input<'listFunnels'>, options?: CallOptions): AsyncIterable<RowAt<Answer<'listFunnels'>, ['funnels']>>;
  listImportRows(input: Input<'listImportRows'>, options?: CallOptions): AsyncIterable<RowAt<Answer<'listImportRows'>, ['rows']>>;
  listImports(input?: Input<'listImports'>, options?: CallOptions): AsyncIterable<RowAt<Answer<'listImports'>, ['imports', 'data']>>;
  listOrders(input?: Input<'listOrders'>, options?: CallOptions): AsyncIterable<RowAt<Answer<'listOrders'>, ['orders', 'data']>>;
  listSegmentContacts(input: Input<'listSegmentContacts'>, options?: CallOptions): AsyncIterable<RowAt<Answer<'listSegmentContacts'>, ['data']>>;
  listSnippetUses(input: Input<'listSnippetUses'>, options?: CallOptions): AsyncIterable<RowAt<Answer<'listSnippetUses'>, ['uses', 'data']>>;
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
  cancelEmail: {"method":"DELETE","path":"/emails/{id}"},
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
  createForm: {"method":"POST","path":"/forms"},
  createFunnel: {"method":"POST","path":"/funnels"},
  createImport: {"method":"POST","path":"/imports"},
  createList: {"method":"POST","path":"/lists"},
  createScheduledReport: {"method":"POST","path":"/reports/scheduled"},
  createSegment: {"method":"POST","path":"/segments"},
  createSender: {"method":"POST","path":"/senders"},
  createSnippet: {"method":"POST","path":"/snippets"},
  createTag: {"method":"POST","path":"/tags"},
  createTemplate: {"method":"POST","path":"/templates"},
  createWebhook: {"method":"POST","path":"/webhooks"},
  deleteCampaign: {"method":"DELETE","path":"/campaigns/{id}"},
  deleteCompany: {"method":"DELETE","path":"/companies/{id}"},
  deleteCompanyNote: {"method":"DELETE","path":"/companies/{id}/notes/{noteId}"},
  deleteContact: {"method":"DELETE","path":"/subscribers/{id}"},
  deleteContactNote: {"method":"DELETE","path":"/subscribers/{id}/notes/{noteId}"},
  deleteCustomField: {"method":"DELETE","path":"/custom-fields/contacts/{slug}"},
  deleteForm: {"method":"DELETE","path":"/forms/{id}"},
  deleteFunnel: {"method":"DELETE","path":"/funnels/{id}"},
  deleteList: {"method":"DELETE","path":"/lists/{id}"},
  deleteScheduledReport: {"method":"DELETE","path":"/reports/scheduled/{id}"},
  deleteSegment: {"method":"DELETE","path":"/segments/{id}"},
  deleteSender: {"method":"DELETE","path":"/senders/{id}"},
  deleteSnippet: {"method":"DELETE","path":"/snippets/{key}"},
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
  getEmail: {"method":"GET","path":"/emails/{id}"},
  getEmailContent: {"method":"GET","path":"/emails/{id}/content"},
  getEngagementScores: {"method":"GET","path":"/reports/engagement-scores"},
  getForm: {"method":"GET","path":"/forms/{id}"},
  getFormEmbed: {"method":"GET","path":"/forms/{id}/embed"},
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
  getSenderReadiness: {"method":"GET","path":"/senders/{id}/readiness"},
  getSnippet: {"method":"GET","path":"/snippets/{key}"},
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
  lintFunnelSequence: {"method":"GET","path":"/funnels/{id}/sequences/{sequenceId}/lint"},
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
  listDestinations: {"method":"GET","path":"/senders/{id}/destinations"},
  listEmails: {"method":"GET","path":"/emails","pages":{"rows":["emails","data"],"place":["emails"],"by":"cursor"}},
  listEvents: {"method":"GET","path":"/events"},
  listFeedbackProviders: {"method":"GET","path":"/feedback/providers"},
  listForms: {"method":"GET","path":"/forms","pages":{"rows":["forms","data"],"place":["forms"],"by":"page"}},
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
  listRecentRequests: {"method":"GET","path":"/audit-log/requests"},
  listScheduledReports: {"method":"GET","path":"/reports/scheduled"},
  listSegmentContacts: {"method":"GET","path":"/segments/{id}/subscribers","pages":{"rows":["data"],"place":[],"by":"cursor"}},
  listSegments: {"method":"GET","path":"/segments"},
  listSenders: {"method":"GET","path":"/senders"},
  listSnippetUses: {"method":"GET","path":"/snippets/{key}/uses","pages":{"rows":["uses","data"],"place":["uses"],"by":"page"}},
  listSnippets: {"method":"GET","path":"/snippets"},
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
  sendFunnelSequenceTestEmail: {"method":"POST","path":"/funnels/{id}/sequences/{sequenceId}/send-test-email"},
  setFunnelStatus: {"method":"PUT","path":"/funnels/{id}/status"},
  settleCampaignEmail: {"method":"POST","path":"/campaigns/{id}/emails/{emailId}/settle"},
  settleUnknownCampaignEmails: {"method":"POST","path":"/campaigns/{id}/settle-unknown"},
  simulateFunnel: {"method":"POST","path":"/funnels/{id}/simulate"},
  startBulkAction: {"method":"POST","path":"/subscribers/do-bulk-action"},
  streamEvents: {"method":"GET","path":"/events/stream","raw":true},
  submitEmail: {"method":"POST","path":"/emails"},
  submitEmails: {"method":"POST","path":"/emails/batch"},
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
  updateForm: {"method":"PUT","path":"/forms/{id}"},
  updateFunnel: {"method":"PUT","path":"/funnels/{id}"},
  updateList: {"method":"PUT","path":"/lists/{id}"},
  updateOrder: {"method":"PUT","path":"/commerce/orders/{id}"},
  updateScheduledReport: {"method":"PUT","path":"/reports/scheduled/{id}"},
  updateSegment: {"method":"PUT","path":"/segments/{id}"},
  updateSender: {"method":"PUT","path":"/senders/{id}"},
  updateSnippet: {"method":"PUT","path":"/snippets/{key}"},
  updateTag: {"method":"PUT","path":"/tags/{id}"},
  updateTemplate: {"method":"PUT","path":"/templates/{id}"},
  updateWebhook: {"method":"PUT","path":"/webhooks/{id}"},
  watchBulkAction: {"method":"GET","path":"/bulk-actions/{id}/events","raw":true},
  watchImport: {"method":"GET","path":"/imports/{id}/events","raw":true},
} as const;
