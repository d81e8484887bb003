import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { ulid } from '../../platform/ids/ulid.js';
import { Database, type Tx } from '../../platform/database/database.js';
import { invalidParam, invalidParams } from '../../platform/errors/app-error.js';
import { violatedUniqueIndex } from '../../platform/errors/database-errors.js';
import { statusFault } from '../../platform/http/unchangeable-status.js';
import { slugOf } from '../../platform/text/slug.js';
import { titleKey } from '../../platform/text/title-key.js';
import { SendingRuns } from '../sending/sending-runs.service.js';
import { AbTestRules } from './ab-test/ab-test-rules.service.js';
import { RecipientsWriter, type SettingsInput } from './audience/recipients-writer.js';
import { CampaignReadiness } from './campaign-readiness.service.js';
import { CampaignRows, refused, SLUG_INDEX, TITLE_INDEX } from './campaign-rows.js';
import { DEFAULT_SETTINGS } from './campaign-settings.js';
import { isAllowed } from './campaign-status.js';
import { Campaign, NO_UTM } from './campaign.entity.js';
import { type CampaignContentInput, CampaignContentWriter } from './content/campaign-content.writer.js';

/** What a caller may write; absent members stay as they are. */
export interface CampaignInput extends CampaignContentInput {
  readonly title?: string;
  readonly slug?: string;
  /** Refused unless it is the present one: `CampaignStates` changes it. */
  readonly status?: unknown;
  readonly settings?: SettingsInput;
}

/** Campaigns as they are written. What happens to them afterwards is `CampaignStates`. */
@Injectable()
export class CampaignsService {
  constructor(
    private readonly db: Database,
    private readonly rows: CampaignRows,
    private readonly content: CampaignContentWriter,
    private readonly recipients: RecipientsWriter,
    private readonly abTests: AbTestRules,
    private readonly readiness: CampaignReadiness,
    private readonly sendings: SendingRuns,
    private readonly clock: Clock,
  ) {}

  async create(input: CampaignInput & { readonly title: string }): Promise<Campaign> {
    return translatingDuplicates(() =>
      this.rows.writingGenerated(input.slug === undefined ? [SLUG_INDEX] : [], async (tx) => {
        const campaign = tx.manager.create(Campaign, {
          status: 'draft',
          emailSubject: '',
          emailPreHeader: '',
          emailBody: '',
          emailBodyText: '',
          designTemplate: 'simple',
          utm: NO_UTM,
          attachments: [],
          settings: DEFAULT_SETTINGS,
        });
        await this.apply(tx, campaign, input);
        if (input.slug === undefined) campaign.slug = await this.rows.freeSlug(tx, input.title);
        return this.rows.insert(tx, campaign);
      }),
    );
  }

  /** @throws AppError rest_invalid_param for anything but the title once the campaign is on its way. */
  async update(id: number, input: CampaignInput): Promise<Campaign> {
    return translatingDuplicates(() =>
      this.db.transaction(async (tx) => {
        const campaign = await this.rows.lock(tx, id);
        const onlyTitle = Object.keys(input).every((field) => field === 'title' || field === 'status');
        if (!onlyTitle && !isAllowed('update', campaign.status) && faultOfStatus(input, campaign) === null)
          throw refused('update', `is ${campaign.status}; only the title can be changed`);
        await this.apply(tx, campaign, input);
        // What waits for its time stays as fit to be sent as it had to be when it was scheduled.
        if (campaign.status === 'scheduled' && !onlyTitle) await this.readiness.refuseUnready(tx, campaign);
        return this.rows.save(tx, campaign);
      }),
    );
  }

  /** Soft: links that are in people's mails go on working, and so do reports' totals. */
  async delete(id: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      const campaign = await this.rows.lockFor(tx, id, 'delete');
      campaign.deletedAt = this.clock.now();
      campaign.liveTitleKey = null;
      // A deleted campaign must not wake up, and its slug is free for another; the one it gets is nobody's.
      campaign.slug = `deleted-${ulid()}`;
      await this.rows.save(tx, campaign);
      await this.sendings.cancel(tx, { type: 'campaign', id });
    });
  }

  async find(id: number): Promise<Campaign> {
    return this.rows.find(id);
  }

  private async apply(tx: Tx, campaign: Campaign, input: CampaignInput): Promise<void> {
    const problems: Record<string, string> = {};
    const statusProblem = faultOfStatus(input, campaign);
    if (statusProblem !== null) problems['status'] = statusProblem;
    if (input.title !== undefined) {
      campaign.title = input.title;
      campaign.liveTitleKey = titleKey(input.title);
    }
    if (input.slug !== undefined) {
      campaign.slug = slugOf(input.slug);
      if (campaign.slug === '') problems['slug'] = 'must hold letters or digits';
    }
    Object.assign(problems, await this.content.apply(tx, campaign, input));
    const plannedAs = campaign.settings.sending_type;
    if (input.settings) Object.assign(problems, await this.recipients.apply(tx, campaign, input.settings));
    if (campaign.status === 'scheduled' && campaign.settings.sending_type !== plannedAs)
      problems['settings.sending_type'] = 'cannot be changed while it is scheduled';
    Object.assign(problems, this.abTests.faults(campaign), this.readiness.footerFaults(campaign));
    if (Object.keys(problems).length > 0) throw invalidParams(problems);
  }
}

const STATUS_ROUTES =
  'POST /campaigns/{id}/send, schedule, unschedule, pause, resume, cancel, archive or unarchive changes it';

const faultOfStatus = ({ status }: CampaignInput, campaign: Campaign): string | null =>
  statusFault(status, campaign.status, STATUS_ROUTES);

async function translatingDuplicates<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const index = violatedUniqueIndex(error);
    if (index === TITLE_INDEX) throw invalidParam('title', 'is taken', 'Campaign with this title already exists');
    if (index === SLUG_INDEX) throw invalidParam('slug', 'is taken');
    throw error;
  }
}
