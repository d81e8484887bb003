import { Injectable } from '@nestjs/common';
import type { DoBulkActionDto } from './bulk-action.dto.js';
import { Database } from '../../platform/database/database.js';
import { ValidationErrors } from '../../platform/errors/app-error.js';
import { readFlag } from '../../platform/http/dto-fields.js';
import { CONTACT_STATUSES, type ContactStatus } from '../contacts/contact/contact-status.js';
import { MembershipsService } from '../contacts/memberships/memberships.service.js';
import { readId, readIds } from '../contacts/contact/read-ids.js';
import type { BulkAction, BulkActionName, MembershipAction } from './bulk-action.js';
import { BULK_ACTIONS, MEMBERSHIP_ACTIONS, OTHER_NAMES } from './bulk-action.js';
import { type ContactChoice, ContactChoices } from './contact-choices.service.js';
import { mustBeOneOf } from '../../platform/text/closest-name.js';
import { accepted, fromDigits, readWord } from '../../platform/values/read-value.js';

type Target = { readonly ids: readonly number[] } | { readonly choice: ContactChoice };

const MAX_CONTACTS = 5_000;
const MAX_LABELS = 100;
/** The members that can hold the ids of an action; the first name is the native one. */
const IDS_OF = {
  tag: ['tags', 'action_options'],
  list: ['lists', 'action_options'],
  company: ['companies', 'company_ids', 'action_options'],
} as const satisfies Record<string, readonly (keyof DoBulkActionDto)[]>;

/** Validates bulk action requests as a whole before anything is written, so that one response lists all errors. */
@Injectable()
export class BulkActionRequests {
  constructor(
    private readonly db: Database,
    private readonly memberships: MembershipsService,
    private readonly choices: ContactChoices,
  ) {}

  async read(raw: DoBulkActionDto) {
    const faults = new ValidationErrors();
    const request = {
      action: await this.readAction(raw, faults),
      target: await this.readTarget(raw, faults),
      expectedCount: readCount(raw, faults),
      dryRun: readFlag('dry_run', raw.dry_run, faults),
      silent: readFlag('silent', raw.silent, faults),
    };
    faults.throwIfAny();
    return request;
  }

  private async readAction(raw: DoBulkActionDto, faults: ValidationErrors): Promise<BulkAction> {
    const { action_name: given, force_update_status: force } = raw;
    const name = actionNamed(given);
    switch (name) {
      case null:
        faults.add('action_name', given === undefined ? 'is required' : mustBeOneOf(BULK_ACTIONS, given));
        return { name: 'delete' };
      case 'delete':
        return { name };
      case 'change_status':
        return { name, status: readStatus(raw, faults), force: readFlag('force_update_status', force, faults) };
      case 'add_to_funnel':
        return { name, funnelId: await this.readFunnel(raw, faults) };
      default:
        return { name, ids: await this.readMembers(raw, name, faults) };
    }
  }

  private async readMembers(raw: DoBulkActionDto, name: MembershipAction, faults: ValidationErrors): Promise<number[]> {
    const { kind } = MEMBERSHIP_ACTIONS[name];
    const names = IDS_OF[kind];
    const field = names.find((each) => raw[each] !== undefined) ?? names[0];
    const ids = readIds(field, raw[field], faults, MAX_LABELS);
    if (ids === undefined || ids.length === 0) {
      faults.add(field, raw[field] === undefined ? 'is required' : 'must hold at least one id');
      return [];
    }
    await this.memberships.checkIds(kind, field, ids, faults);
    return ids;
  }

  private async readFunnel({ funnel_id: raw }: DoBulkActionDto, faults: ValidationErrors): Promise<number> {
    const id = readId(raw);
    if (id === null) {
      faults.add('funnel_id', raw === undefined ? 'is required' : 'must be an id');
      return 0;
    }
    const sql = 'SELECT status FROM funnels WHERE id = :id AND deleted_at IS NULL';
    const [funnel] = await this.db.query<{ status: string }>(sql, { id });
    if (!funnel) faults.add('funnel_id', `unknown: ${id}`);
    else if (funnel.status !== 'published') faults.add('funnel_id', 'is not published', 'Funnel is not published.');
    return id;
  }

  private async readTarget(raw: DoBulkActionDto, faults: ValidationErrors): Promise<Target> {
    const { subscriber_ids: ids, filter } = raw;
    if (ids !== undefined && filter !== undefined) faults.add('filter', 'must not be combined with subscriber_ids');
    else if (filter !== undefined) return { choice: await this.choices.read(filter, 'filter', faults) };
    if (ids === undefined) faults.add('subscriber_ids', 'is required unless filter is given');
    const read = readIds('subscriber_ids', ids, faults, MAX_CONTACTS) ?? [];
    if (read.length === 0) faults.add('subscriber_ids', 'must hold at least one id');
    return { ids: read };
  }
}

export function actionNamed(name: unknown): BulkActionName | null {
  if (typeof name !== 'string') return null;
  if (Object.hasOwn(OTHER_NAMES, name)) return OTHER_NAMES[name] ?? null;
  return BULK_ACTIONS.find((known) => known === name) ?? null;
}

function readStatus(raw: DoBulkActionDto, faults: ValidationErrors): ContactStatus {
  const field = raw.status === undefined && raw.new_status !== undefined ? 'new_status' : 'status';
  return accepted(readWord(raw[field], CONTACT_STATUSES), field, faults) ?? 'pending';
}

/** The number of contacts that the filter must match; null if the caller gave none. */
function readCount({ expected_count: raw, filter }: DoBulkActionDto, faults: ValidationErrors): number | null {
  if (raw === undefined) return null;
  const count = fromDigits(raw);
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 0)
    return faults.refuse('expected_count', 'must be a whole number of at least 0');
  if (filter === undefined) faults.add('expected_count', 'requires a filter');
  return count;
}
