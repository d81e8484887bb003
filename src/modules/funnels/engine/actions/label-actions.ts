import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../../platform/database/database.js';
import { LabelChanges, type LabelWish } from '../../../contacts/automation/label-changes.service.js';
import type { ActionName } from '../../definition/step.js';
import { DONE, RunsSteps, type StepAction, type StepBatch, type StepResult } from '../step-action.js';
import { CONTACT_GONE, NO_CHANGE, resultAmong } from './contact-results.js';

type LabelAction =
  'add_contact_to_list' | 'detach_contact_from_list' | 'add_contact_to_tag' | 'detach_contact_from_tag';

/** Lists and tags, for everybody in the batch at once. */
@RunsSteps()
@Injectable()
export class LabelActions implements StepAction<LabelAction> {
  readonly runs = [
    'add_contact_to_list',
    'detach_contact_from_list',
    'add_contact_to_tag',
    'detach_contact_from_tag',
  ] as const satisfies readonly ActionName[];
  readonly atMost = 100;

  constructor(private readonly labels: LabelChanges) {}

  async run(tx: Tx, { step, entries }: StepBatch<LabelAction>): Promise<ReadonlyMap<number, StepResult>> {
    const wish = wishOf(step);
    const wanted = [...(wish.attach ?? []), ...(wish.detach ?? [])];
    const contactIds = entries.map(({ contactId }) => contactId);
    const { changed, gone, missing } = await this.labels.applyToMany(tx, contactIds, wish);
    return new Map(
      entries.map(({ id, contactId }) => {
        if (gone.has(contactId)) return [id, CONTACT_GONE];
        const otherwise = changed.has(contactId) ? DONE : NO_CHANGE;
        return [id, resultAmong(`${wish.kind}s`, wanted, missing, otherwise)];
      }),
    );
  }
}

function wishOf(step: StepBatch<LabelAction>['step']): LabelWish {
  switch (step.action) {
    case 'add_contact_to_list':
      return { kind: 'list', attach: step.settings.lists };
    case 'detach_contact_from_list':
      return { kind: 'list', detach: step.settings.lists };
    case 'add_contact_to_tag':
      return { kind: 'tag', attach: step.settings.tags };
    case 'detach_contact_from_tag':
      return { kind: 'tag', detach: step.settings.tags };
  }
}
