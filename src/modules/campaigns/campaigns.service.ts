import { Injectable } from '@nestjs/common';
import { assertMaySend } from '../../platform/access/assert-permission.js';
import { Clock } from '../../platform/clock/clock.js';
import { ulid } from '../../platform/ids/ulid.js';
import type { Tx } from '../../platform/database/database.js';
import { invalidParams } from '../../platform/errors/app-error.js';
import { refusingTaken, type Taken } from '../../platform/database/taken-names.js';
import { given } from '../../platform/http/given.js';
import type { Page, PageRequest, Sorting } from '../../platform/http/page.js';
import { statusFault } from '../../platform/http/unchangeable-status.js';
import { slugOf } from '../../platform/text/slug.js';
import { titleKey } from '../../platform/text/title-key.js';
import { recordUses } from '../mail-content/rendering/snippet-texts.js';
import { assertMayChangeSent } from '../mail-content/sent-by-funnels.js';
import { SendingRuns } from '../sending/ledger/sending-runs.service.js';
import { RecipientsWriter } from './audience/recipients-writer.js';
import { CampaignReadiness } from './lifecycle/campaign-readiness.service.js';
import { contentsOf } from './lifecycle/variant-contents.js';
import type { CampaignInput } from './campaign/campaign-input.js';
import {
  type CampaignFilter,
  CampaignRows,
  type CampaignSortField,
  refused,
  SLUG_INDEX,
  TITLE_INDEX,
} from './campaign/campaign-rows.js';
import { DEFAULT_SETTINGS } from './campaign/campaign-settings.js';
import { isAllowed } from './campaign/campaign-status.js';
import { Campaign, NO_UTM } from './campaign/campaign.entity.js';
import { CampaignContentWriter } from './content/campaign-content.writer.js';

/** Creates, updates, and deletes campaigns; `CampaignStates` changes their state. */
const TAKEN: Taken = {
  [TITLE_INDEX]: ['title', 'Campaign with this title already exists'],
  [SLUG_INDEX]: ['slug'],
};

@Injectable()
export class CampaignsService {
  constructor(
    private readonly rows: CampaignRows,
    private readonly content: CampaignContentWriter,
    private readonly recipients: RecipientsWriter,
    private readonly readiness: CampaignReadiness,
    private readonly sendings: SendingRuns,
    private readonly clock: Clock,
  ) {}

  async create(input: CampaignInput & { readonly title: string }): Promise<Campaign> {
    return refusingTaken(TAKEN, () =>
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
          translations: {},
          settings: DEFAULT_SETTINGS,
        });
        await this.apply(tx, campaign, input);
        if (input.slug === undefined) campaign.slug = await this.rows.freeSlug(tx, input.title);
        return this.rows.insert(tx, campaign, contentsOf(campaign));
      }),
    );
  }

  /**
   * @throws AppError rest_invalid_param for any field but the title once sending started; rest_forbidden for such a field without
   * `send_campaigns`, if the campaign is scheduled or a published funnel sends it.
   */
  async update(id: number, input: CampaignInput): Promise<Campaign> {
    return refusingTaken(TAKEN, () =>
      this.rows.change(id, null, async (tx, campaign) => {
        const onlyTitle = Object.keys(input).every((field) => field === 'title' || field === 'status');
        if (!onlyTitle && !isAllowed('update', campaign.status) && faultOfStatus(input, campaign) === null)
          throw refused('update', `is ${campaign.status}; only the title can be changed`);
        await this.apply(tx, campaign, input);
        // A scheduled campaign must stay ready to send.
        if (campaign.status === 'scheduled' && !onlyTitle) await this.readiness.refuseUnready(tx, campaign);
        if (!onlyTitle) await recordUses(tx, 'campaign', id, contentsOf(campaign));
        return this.rows.save(tx, campaign);
      }),
    );
  }

  /** Soft delete: links in sent emails keep working, and report totals stay. */
  async delete(id: number): Promise<void> {
    await this.rows.change(id, 'delete', async (tx, campaign) => {
      campaign.deletedAt = this.clock.now();
      campaign.liveTitleKey = null;
      // A deleted campaign must not start, and another campaign can use its slug.
      campaign.slug = `deleted-${ulid()}`;
      await this.rows.save(tx, campaign);
      await this.sendings.cancel(tx, { type: 'campaign', id });
      return campaign;
    });
  }

  async find(id: number): Promise<Campaign> {
    return this.rows.find(id);
  }

  async list(
    filter: CampaignFilter,
    sorting: Sorting<CampaignSortField>,
    request: PageRequest,
  ): Promise<Page<Campaign>> {
    return this.rows.list(filter, sorting, request);
  }

  private async apply(tx: Tx, campaign: Campaign, input: CampaignInput): Promise<void> {
    const before = contentOf(campaign);
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
    Object.assign(problems, await this.readiness.faults(tx, campaign));
    if (contentOf(campaign) !== before) await assertMayChange(tx, campaign);
    if (Object.keys(problems).length > 0) throw invalidParams(problems);
  }
}

/** Everything but the title. */
const contentOf = (campaign: Campaign): string => JSON.stringify({ ...given(campaign), title: '', liveTitleKey: '' });

/** What is approved is what is sent. */
async function assertMayChange(tx: Tx, { id, status }: Partial<Campaign>): Promise<void> {
  if (status === 'scheduled') assertMaySend('a scheduled campaign');
  if (id !== undefined) await assertMayChangeSent(tx, { action: 'send_campaign_email', settings: { campaign_id: id } });
}

const STATUS_ROUTES =
  'POST /campaigns/{id}/send, schedule, unschedule, pause, resume, cancel, archive or unarchive changes it';

const faultOfStatus = ({ status }: CampaignInput, campaign: Campaign): string | null =>
  statusFault(status, campaign.status, STATUS_ROUTES);
