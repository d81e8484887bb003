import { CreatePlatform1767225600000 } from './1767225600000-platform-outbox-and-idempotency.js';
import { CreateAccess1767225601000 } from './1767225601000-access-managers-and-keys.js';
import { CreateListsAndTags1767225610000 } from './1767225610000-lists-and-tags.js';
import { CreateCustomFields1767225611000 } from './1767225611000-custom-fields.js';
import { CreateContacts1767225612000 } from './1767225612000-contacts-memberships-and-suppressions.js';
import { CreateEmails1767225620000 } from './1767225620000-emails-ledger-contents-and-hits.js';
import { CreateCampaigns1767225621000 } from './1767225621000-campaigns.js';
import { CreateWebhooks1767225630000 } from './1767225630000-webhooks-and-their-deliveries.js';
import { CreateReportRollups1767225640000 } from './1767225640000-report-rollups.js';
import { CreateNotes1767225650000 } from './1767225650000-notes-of-contacts-and-companies.js';
import { CreateTrackedEvents1767225651000 } from './1767225651000-tracked-events-and-history-of-a-subject.js';
import { CreateCompanies1767225660000 } from './1767225660000-companies-and-their-members.js';
import { CleanUpMembersOfCompanies1767225661000 } from './1767225661000-clean-up-members-of-deleted-companies.js';
import { CreateSegments1767225670000 } from './1767225670000-segments.js';
import { CreateSearchIndex1767225680000 } from './1767225680000-search-index-of-contacts.js';
import { FoldCustomValues1767225681000 } from './1767225681000-custom-values-compared-as-people-do.js';
import { CompleteWebhooks1767225682000 } from './1767225682000-webhook-rotation-replay-and-attempt-urls.js';
import { MarkBeginningOfEventLog1767225691000 } from './1767225691000-where-the-event-log-begins.js';
import { PaceSending1767225700000 } from './1767225700000-the-ledger-knows-variants-times-and-senders.js';
import { CreateSenders1767225710000 } from './1767225710000-senders-with-health-and-daily-counts.js';
import { ArchiveCampaigns1767225720000 } from './1767225720000-archive-and-children-of-campaigns.js';
import { AddExperimentsGuardrailsAndBeats1767225730000 } from './1767225730000-experiments-guardrails-and-beats.js';
import { CompleteContents1767225740000 } from './1767225740000-templates-mjml-utm-and-attachments.js';
import { TallySendings1767225750000 } from './1767225750000-tallies-of-sendings.js';
import { HealthCheckRow1767225751000 } from './1767225751000-a-row-for-the-health-check.js';
import { GatherHits1767225760000 } from './1767225760000-hits-are-gathered-judged-and-judged-again.js';
import { KeepConsents1767225761000 } from './1767225761000-consents-pauses-and-double-opt-in.js';
import { TakeFeedback1767225762000 } from './1767225762000-feedback-about-mails.js';
import { CreateFunnels1767225763000 } from './1767225763000-funnels-with-versions-entries-and-traces.js';
import { CreateOrders1767225770000 } from './1767225770000-orders-and-the-revenue-they-brought.js';
import { CompleteRollups1767225771000 } from './1767225771000-rollups-for-every-report.js';
import { ScheduleReports1767225772000 } from './1767225772000-scheduled-reports.js';
import { CreateBulkJobs1767225773000 } from './1767225773000-bulk-jobs.js';
import { KnowWhomEventsAreAbout1767225774000 } from './1767225774000-whom-events-and-answers-are-about.js';
import { NameMergedContacts1767225776000 } from './1767225776000-merged-contacts.js';
import { KeepAuditLog1767225777000 } from './1767225777000-keep-an-audit-log.js';
import { FollowRequests1767225779000 } from './1767225779000-follow-requests-and-retry-parked-events.js';
import { AuditExports1767225780000 } from './1767225780000-audit-exports-and-client-request-ids.js';
import { TimeSendingBeats1767225781000 } from './1767225781000-when-sending-beat-last.js';
import { BounceBacklog1767225782000 } from './1767225782000-bounces-that-wait-for-their-contacts.js';
import { BringWebhooksBackInChunks1767225783000 } from './1767225783000-webhooks-that-come-back-in-chunks.js';
import { KeepLateSubscribers1767225784000 } from './1767225784000-subscribers-that-are-late.js';
import { SealFunnelHeaders1767225787000 } from './1767225787000-sealed-headers-of-funnel-requests.js';
import { AddPermissionToSend1767225787001 } from './1767225787001-permission-to-send.js';
import { CountClicksAsOpens1767225788000 } from './1767225788000-clicks-count-as-opens.js';
import { FindEventsOfCampaigns1767225788100 } from './1767225788100-find-the-events-of-a-campaign.js';
import { KeepNoBounceOfRefusedEmails1767225788200 } from './1767225788200-refused-emails-are-no-bounces.js';
import { KeepFooterLanguages1767225789000 } from './1767225789000-keep-the-language-of-footers.js';
import { KeepRowWarnings1767225789001 } from './1767225789001-tell-what-rows-leave-out.js';
import { FreezeExcludedSegments1767225789002 } from './1767225789002-freeze-excluded-segments.js';
import { FindFiguresByDomain1767225789003 } from './1767225789003-find-figures-by-domain.js';
import { TurnsOfPeriodicTasks1767225789004 } from './1767225789004-turns-of-periodic-tasks.js';
import { AddMembersVersions1767225789005 } from './1767225789005-versions-of-memberships.js';
import { StateOfDestinations1767225790000 } from './1767225790000-state-of-destinations.js';
import { AddOAuth2Logins1767225790200 } from './1767225790200-oauth2-of-senders.js';
import { CountRefusalsInARow1767225790300 } from './1767225790300-refusals-in-a-row.js';
import { IgnoreEventsBeforePublication1767225790400 } from './1767225790400-events-before-publication.js';
import { WidenRowWarnings1767225791000 } from './1767225791000-room-for-row-warnings.js';
import { ConvertDomainsOfSenders1767225791100 } from './1767225791100-domains-of-senders.js';
import { KeepCancellationTimes1767225791200 } from './1767225791200-cancellations-of-orders.js';
import { AddTimeZonesOfContents1767225791300 } from './1767225791300-time-zones-of-contents.js';
import { CompareSlugsOfCustomFields1767225791400 } from './1767225791400-slugs-of-custom-fields.js';
import { IndexTimesOfLastChanges1767225791500 } from './1767225791500-times-of-last-changes.js';

/** Every migration in order. Listed by hand so that build, tests and command line run exactly the same set. */
export const MIGRATIONS = [
  CreatePlatform1767225600000,
  CreateAccess1767225601000,
  CreateListsAndTags1767225610000,
  CreateCustomFields1767225611000,
  CreateContacts1767225612000,
  CreateEmails1767225620000,
  CreateCampaigns1767225621000,
  CreateWebhooks1767225630000,
  CreateReportRollups1767225640000,
  CreateNotes1767225650000,
  CreateTrackedEvents1767225651000,
  CreateCompanies1767225660000,
  CleanUpMembersOfCompanies1767225661000,
  CreateSegments1767225670000,
  CreateSearchIndex1767225680000,
  FoldCustomValues1767225681000,
  CompleteWebhooks1767225682000,
  MarkBeginningOfEventLog1767225691000,
  PaceSending1767225700000,
  CreateSenders1767225710000,
  ArchiveCampaigns1767225720000,
  AddExperimentsGuardrailsAndBeats1767225730000,
  CompleteContents1767225740000,
  TallySendings1767225750000,
  HealthCheckRow1767225751000,
  GatherHits1767225760000,
  KeepConsents1767225761000,
  TakeFeedback1767225762000,
  CreateFunnels1767225763000,
  CreateOrders1767225770000,
  CompleteRollups1767225771000,
  ScheduleReports1767225772000,
  CreateBulkJobs1767225773000,
  KnowWhomEventsAreAbout1767225774000,
  NameMergedContacts1767225776000,
  KeepAuditLog1767225777000,
  FollowRequests1767225779000,
  AuditExports1767225780000,
  TimeSendingBeats1767225781000,
  BounceBacklog1767225782000,
  BringWebhooksBackInChunks1767225783000,
  KeepLateSubscribers1767225784000,
  SealFunnelHeaders1767225787000,
  AddPermissionToSend1767225787001,
  CountClicksAsOpens1767225788000,
  FindEventsOfCampaigns1767225788100,
  KeepNoBounceOfRefusedEmails1767225788200,
  KeepFooterLanguages1767225789000,
  KeepRowWarnings1767225789001,
  FreezeExcludedSegments1767225789002,
  FindFiguresByDomain1767225789003,
  TurnsOfPeriodicTasks1767225789004,
  AddMembersVersions1767225789005,
  StateOfDestinations1767225790000,
  AddOAuth2Logins1767225790200,
  CountRefusalsInARow1767225790300,
  IgnoreEventsBeforePublication1767225790400,
  WidenRowWarnings1767225791000,
  ConvertDomainsOfSenders1767225791100,
  KeepCancellationTimes1767225791200,
  AddTimeZonesOfContents1767225791300,
  CompareSlugsOfCustomFields1767225791400,
  IndexTimesOfLastChanges1767225791500,
];
