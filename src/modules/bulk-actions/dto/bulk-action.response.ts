import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { type Page, PageResponse } from '../../../platform/http/page.js';
import type { WatchedJob } from '../../jobs/bulk-job-columns.js';
import { JobResponse } from '../../jobs/dto/job.response.js';
import { CONTACT_STATUSES, type ContactStatus } from '../../contacts/contact/contact-status.js';
import { FILTERS_SCHEMA } from '../../segments/dto/write-segment.dto.js';
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

const IDS: ApiPropertyOptions = { type: 'array', items: { type: 'integer' }, required: false, example: [1] };
const MEMBER = { tag: 'tags', list: 'lists', company: 'companies' } as const;

class ActionOptionsResponse {
  @ApiProperty({ ...IDS, description: 'Tags that add_tags or remove_tags assigns or removes' })
  readonly tags?: readonly number[];
  @ApiProperty({ ...IDS, description: 'Lists that add_lists or remove_lists assigns or removes' })
  readonly lists?: readonly number[];
  @ApiProperty({ ...IDS, description: 'Companies that add_companies or remove_companies assigns or removes' })
  readonly companies?: readonly number[];
  @ApiProperty({ enum: CONTACT_STATUSES, required: false, description: 'The new status, for change_status' })
  readonly status?: ContactStatus;
  @ApiProperty({ type: Boolean, required: false, description: 'Whether change_status also replaces strict statuses' })
  readonly force_update_status?: boolean;
  @ApiProperty({ type: 'integer', required: false, example: 1, description: 'The funnel of add_to_funnel' })
  readonly funnel_id?: number;
  @ApiProperty({ description: 'Whether webhooks and funnel triggers are suppressed' }) readonly silent: boolean;

  constructor(action: BulkAction, silent: boolean) {
    if (isMembershipAction(action)) this[MEMBER[MEMBERSHIP_ACTIONS[action.name].kind]] = action.ids;
    else if (action.name === 'change_status') {
      this.status = action.status;
      this.force_update_status = action.force;
    } else if (action.name === 'add_to_funnel') this.funnel_id = action.funnelId;
    this.silent = silent;
  }
}

/** The selection of contacts; all members that are present must match. */
class ChoiceResponse {
  @ApiProperty({
    type: 'array',
    items: { type: 'array', items: FILTERS_SCHEMA.items },
    description: 'Rules of the filter language, including the rule that the segment had when the job was created',
    example: [[[{ source: ['subscriber', 'city'], operator: '=', value: 'Paris' }]]],
  } as object)
  readonly rules: ContactChoice['filters'];
  @ApiProperty({ type: String, required: false, example: 'ada', description: 'As in `GET /subscribers`' })
  readonly search?: string;
  @ApiProperty({ enum: CONTACT_STATUSES, isArray: true, required: false, example: ['subscribed'] })
  readonly statuses?: readonly ContactStatus[];
  @ApiProperty({ ...IDS, description: 'With any of these tags' }) readonly tags?: readonly number[];
  @ApiProperty({ ...IDS, description: 'In any of these lists' }) readonly lists?: readonly number[];
  @ApiProperty({ ...IDS, description: 'Of any of these companies' }) readonly company_ids?: readonly number[];

  constructor({ filters, search, statuses, memberOf: { tag, list, company } }: ContactChoice) {
    this.rules = filters;
    if (search !== undefined) this.search = search;
    if (statuses !== undefined) this.statuses = statuses;
    if (tag !== undefined) this.tags = tag;
    if (list !== undefined) this.lists = list;
    if (company !== undefined) this.company_ids = company;
  }
}

/** A bulk action job with its progress. */
export class BulkActionResponse extends JobResponse {
  @ApiProperty({ enum: BULK_ACTIONS, example: 'add_tags', description: 'The action that the job applies' })
  readonly action_name: BulkActionName;
  @ApiProperty({ description: 'Options of the action' }) readonly options: ActionOptionsResponse;
  @ApiProperty({ description: 'The selected contacts; all members that are present must match' })
  readonly filter: ChoiceResponse;
  @ApiProperty({ description: 'Whether the job only reports what it would do' }) readonly dry_run: boolean;
  @ApiProperty({ description: 'Whether it can be undone after it has ended' }) readonly undoable: boolean;

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
  @ApiProperty() readonly bulk_action!: BulkActionResponse;
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
