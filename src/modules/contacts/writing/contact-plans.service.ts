import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { toTheSecond } from '../../../platform/clock/timestamps.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import type { Reader } from '../../../platform/database/database.js';
import { randomHex } from '../../../platform/ids/random.js';
import { CustomValuesService } from '../../custom-fields/custom-values.service.js';
import type { LabelKind } from '../../labels/labels.service.js';
import type { CheckedContact } from './contact-check.service.js';
import type { Contact } from '../contact/contact.entity.js';
import { MembershipsService } from '../memberships/memberships.service.js';
import { ContactPlan, type WriteOptions } from './contact-plan.js';

/** Reads the data that the rules need before contacts change. */
@Injectable()
export class ContactPlans {
  constructor(
    private readonly memberships: MembershipsService,
    private readonly values: CustomValuesService,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Plans changes of locked contacts and new ones. @param allLabels whether `labelsOf` is needed in any case. */
  async begin(
    reader: Reader,
    contacts: readonly Contact[],
    changes: readonly CheckedContact[],
    options: WriteOptions,
    allLabels = false,
  ): Promise<ContactPlan> {
    const ids = contacts.map(({ id }) => id);
    const fieldIds = new Set<number>();
    for (const { values } of changes) for (const { field } of values) fieldIds.add(field.id);
    const mayMove = Boolean(options.doubleOptIn) || changes.some(({ fields }) => fields.status !== undefined);
    const among = allLabels || mayMove ? undefined : labelsNamedBy(changes);
    const stored = {
      labels: await this.memberships.of(ids, reader, among),
      values: await this.values.stored(reader, ids, [...fieldIds]),
      left: isAboutSubscriptions(options, changes) ? await this.memberships.leftLists(reader, ids) : null,
    };
    return new ContactPlan(stored, options, {
      contactType: this.config.contactTypes[0] ?? 'lead',
      now: toTheSecond(this.clock.now()),
      hash: () => randomHex(16),
    });
  }
}

const isAboutSubscriptions = ({ doubleOptIn }: WriteOptions, changes: readonly CheckedContact[]): boolean =>
  typeof doubleOptIn === 'object' ||
  // All changes of a batch share one map.
  [...new Set(changes.map(({ named }) => named.list))].some((lists) =>
    [...lists.values()].some(({ subscription }) => subscription),
  );

/** @returns undefined if a change replaces all labels. */
function labelsNamedBy(changes: readonly CheckedContact[]): Readonly<Record<LabelKind, readonly number[]>> | undefined {
  if (
    changes.some(
      ({ requestedLabels }) => requestedLabels.list.replace !== undefined || requestedLabels.tag.replace !== undefined,
    )
  )
    return undefined;
  const namedOf = (kind: LabelKind): number[] => {
    // All changes of a batch share one map.
    const maps = new Set(changes.map(({ named }) => named[kind]));
    return [...new Set([...maps].flatMap((named) => [...named.keys()]))];
  };
  return { list: namedOf('list'), tag: namedOf('tag') };
}
