import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { type Page, PageResponse } from '../../../../platform/http/page.js';
import type { WatchedJob } from '../../bulk-jobs/bulk-job-columns.js';
import { JobResponse } from '../../bulk-jobs/dto/job.response.js';
import { CONTACT_STATUSES, type ContactStatus } from '../../contact-status.js';
import {
  BULK_ACTIONS,
  type BulkAction,
  type BulkActionName,
  isMembershipAction,
  isUndoable,
  MEMBERSHIP_ACTIONS,
} from '../bulk-action.js';
import { bulkActionOptions } from '../bulk-action-options.js';
import type { ContactChoice } from '../contact-choices.service.js';

const IDS: ApiPropertyOptions = { type: [Number], required: false };
const MEMBER = { tag: 'tags', list: 'lists', company: 'companies' } as const;

/** What of the action belongs to it alone. */
class ActionOptionsResponse {
  @ApiProperty(IDS) readonly tags?: readonly number[];
  @ApiProperty(IDS) readonly lists?: readonly number[];
  @ApiProperty(IDS) readonly companies?: readonly number[];
  @ApiProperty({ enum: CONTACT_STATUSES, required: false }) readonly status?: ContactStatus;
  @ApiProperty({ type: Boolean, required: false }) readonly force_update_status?: boolean;
  @ApiProperty({ type: 'integer', required: false }) readonly funnel_id?: number;
  @ApiProperty({ description: 'Nobody outside is told of it' }) readonly silent: boolean;

  constructor(action: BulkAction, silent: boolean) {
    if (isMembershipAction(action)) this[MEMBER[MEMBERSHIP_ACTIONS[action.name].kind]] = action.ids;
    else if (action.name === 'change_status') {
      this.status = action.status;
      this.force_update_status = action.force;
    } else if (action.name === 'add_to_funnel') this.funnel_id = action.funnelId;
    this.silent = silent;
  }
}

/** Whom it is about; everything that is there has to hold. */
class ChoiceResponse {
  @ApiProperty({
    type: 'array',
    items: { type: 'array', items: { type: 'array', items: { type: 'object' } } },
    description: 'Rules of the filter language, that of a segment as it was',
  })
  readonly rules: ContactChoice['filters'];
  @ApiProperty({ type: String, required: false }) readonly search?: string;
  @ApiProperty({ enum: CONTACT_STATUSES, isArray: true, required: false }) readonly statuses?: readonly ContactStatus[];
  @ApiProperty(IDS) readonly tags?: readonly number[];
  @ApiProperty(IDS) readonly lists?: readonly number[];
  @ApiProperty(IDS) readonly company_ids?: readonly number[];

  constructor({ filters, search, statuses, memberOf: { tag, list, company } }: ContactChoice) {
    this.rules = filters;
    if (search !== undefined) this.search = search;
    if (statuses !== undefined) this.statuses = statuses;
    if (tag !== undefined) this.tags = tag;
    if (list !== undefined) this.lists = list;
    if (company !== undefined) this.company_ids = company;
  }
}

/** A bulk action over a filter, with how far it is. */
export class BulkActionResponse extends JobResponse {
  @ApiProperty({ enum: BULK_ACTIONS, example: 'add_tags' }) readonly action_name: BulkActionName;
  @ApiProperty() readonly options: ActionOptionsResponse;
  @ApiProperty() readonly filter: ChoiceResponse;
  @ApiProperty({ description: 'Whether nothing is written' }) readonly dry_run: boolean;
  @ApiProperty({ description: 'Whether it can be taken back at all, once it is over' }) readonly undoable: boolean;

  constructor(job: WatchedJob) {
    super(job);
    const { action, choice, dry_run: dryRun = false, silent = false } = bulkActionOptions(job);
    this.action_name = action.name;
    this.options = new ActionOptionsResponse(action, silent);
    this.filter = new ChoiceResponse(choice);
    this.dry_run = dryRun;
    this.undoable = isUndoable(action) && !dryRun;
  }
}

export class OneBulkActionResponse {
  @ApiProperty() readonly bulk_action: BulkActionResponse;

  constructor(job: WatchedJob) {
    this.bulk_action = new BulkActionResponse(job);
  }
}

class BulkActionsPage extends PageResponse<BulkActionResponse> {
  @ApiProperty({ type: [BulkActionResponse] }) declare readonly data: readonly BulkActionResponse[];
}

export class BulkActionsResponse {
  @ApiProperty({ type: BulkActionsPage }) readonly bulk_actions: PageResponse<BulkActionResponse>;

  constructor(page: Page<WatchedJob>, url: URL) {
    this.bulk_actions = new PageResponse(
      page,
      page.items.map((job) => new BulkActionResponse(job)),
      url,
    );
  }
}
