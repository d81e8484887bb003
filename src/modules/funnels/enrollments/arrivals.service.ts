import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import type { Tx } from '../../../platform/database/database.js';
import { idsOf } from '../../../platform/ids/ids.js';
import { isEmailStep, isRequired } from '../definition/funnel-definition.js';
import { type Step, awaitedBy } from '../definition/step.js';
import type { RunningFunnel } from '../versions/running-funnels.service.js';
import { addWaitedData, contactsOf } from './enrollment-rows.js';
import { type WaitingEnrollment, happened } from './event-facts.queries.js';
import { MatchingContacts } from './matching-contacts.service.js';
import { afterQuietHours, waitsUntil } from './waits.js';

export interface Arrival {
  /** When the step is due; null if only an event makes it due. */
  readonly dueAt: Date | null;
  readonly met: boolean;
}

const DATE_OF_BIRTH = 'date_of_birth';

const arrivalsOf = (those: readonly WaitingEnrollment[], of: (contactId: number) => Arrival): Map<number, Arrival> =>
  new Map(those.map(({ contactId }) => [contactId, of(contactId)]));

@Injectable()
export class Arrivals {
  constructor(
    private readonly rules: MatchingContacts,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  async at(
    tx: Tx,
    funnel: RunningFunnel,
    step: Step | null,
    those: readonly WaitingEnrollment[],
    now: Date,
  ): Promise<ReadonlyMap<number, Arrival>> {
    if (step === null) return arrivalsOf(those, () => ({ dueAt: now, met: false }));
    const arrivals = await this.scheduled(tx, funnel, step, those, now);
    const waiting = those.filter(({ contactId }) => {
      const { dueAt } = arrivals.get(contactId) ?? { dueAt: now };
      return dueAt === null || dueAt > now;
    });
    if (waiting.length === 0) return arrivals;
    const past = new Set([
      ...(await this.withEarlierRun(tx, step, waiting)),
      ...(await this.notMatching(tx, step, waiting, now)),
    ]);
    for (const contactId of past) arrivals.set(contactId, { dueAt: now, met: false });
    return arrivals;
  }

  /** Groups enrollments with equal arrivals, so that one statement updates each group. */
  async grouped(
    tx: Tx,
    funnel: RunningFunnel,
    step: Step | null,
    those: readonly (WaitingEnrollment & { readonly id: number })[],
    now: Date,
  ): Promise<(Arrival & { readonly ids: readonly number[] })[]> {
    const arrivals = await this.at(tx, funnel, step, those, now);
    const groups = new Map<string, Arrival & { readonly ids: number[] }>();
    for (const { id, contactId } of those) {
      const arrival = arrivals.get(contactId) ?? { dueAt: now, met: false };
      const key = JSON.stringify(arrival);
      const group = groups.get(key) ?? { ...arrival, ids: [] };
      group.ids.push(id);
      groups.set(key, group);
    }
    return [...groups.values()];
  }

  /** After a migration, enrollments can reach a step a second time; it does not wait again. */
  private async withEarlierRun(tx: Tx, step: Step, those: readonly WaitingEnrollment[]): Promise<number[]> {
    const entryIds = those.flatMap(({ id }) => id ?? []);
    if (entryIds.length === 0) return [];
    const rows = await tx.query<{ id: number }>(
      'SELECT entry_id AS id FROM funnel_step_runs WHERE entry_id IN (:entryIds) AND step_id = :stepId',
      { entryIds, stepId: step.id },
    );
    const ran = new Set(idsOf(rows));
    return contactsOf(those.filter(({ id }) => ran.has(id ?? 0)));
  }

  /** Contacts that do not match the conditions of a step do not wait for it; the runner checks again when it is due. */
  private async notMatching(tx: Tx, step: Step, those: readonly WaitingEnrollment[], now: Date): Promise<number[]> {
    if (step.conditions === null || (step.action !== 'wait_times' && awaitedBy(step) === null)) return [];
    const matching = await this.rules.amongIfValid(tx, step.conditions, those, now);
    // A step with an invalid rule fails for all of them, without a wait.
    return contactsOf(those).filter((id) => matching?.has(id) !== true);
  }

  private async scheduled(
    tx: Tx,
    funnel: RunningFunnel,
    step: Step,
    those: readonly WaitingEnrollment[],
    now: Date,
  ): Promise<Map<number, Arrival>> {
    const from = new Date(now.getTime() + step.delay * 1_000);
    const same = (dueAt: Date): Map<number, Arrival> => arrivalsOf(those, () => ({ dueAt, met: false }));
    const { timeZone } = this.config;
    if (isEmailStep(step)) return same(afterQuietHours(funnel.settings.quiet_hours, from, timeZone));
    const awaited = awaitedBy(step);
    if (awaited !== null) {
      const met = await happened(tx, funnel.id, awaited, those);
      const waited = those.flatMap(({ id, contactId }) =>
        id === null ? [] : [[id, met.get(contactId) ?? {}] as const],
      );
      await addWaitedData(tx, new Map(waited));
      const otherwise = step.action === 'wait_times' ? waitsUntil(step.settings, from, timeZone, null) : null;
      const waits = step.action === 'wait_times' || isRequired(step);
      return arrivalsOf(those, (id) => ({ dueAt: waits && !met.has(id) ? otherwise : from, met: met.has(id) }));
    }
    if (step.action !== 'wait_times') return same(from);
    const { settings } = step;
    if (settings.wait_type !== 'by_custom_field') return same(waitsUntil(settings, from, timeZone, null));
    const days = await this.datesOf(tx, settings.by_custom_field, those);
    return arrivalsOf(those, (id) => ({
      dueAt: waitsUntil(settings, from, timeZone, days.get(id) ?? null),
      met: false,
    }));
  }

  private async datesOf(tx: Tx, field: string, those: readonly WaitingEnrollment[]): Promise<Map<number, string>> {
    const rows = await tx.query<{ contactId: number; day: string | null }>(
      field === DATE_OF_BIRTH
        ? 'SELECT id AS contactId, date_of_birth AS day FROM contacts WHERE id IN (:contactIds)'
        : `SELECT v.contact_id AS contactId, v.value AS day FROM contact_custom_values v
             JOIN custom_fields f ON f.id = v.field_id AND f.slug = :field AND f.type = 'date'
            WHERE v.contact_id IN (:contactIds)`,
      { contactIds: contactsOf(those), field },
    );
    return new Map(rows.flatMap(({ contactId, day }) => (day === null ? [] : [[contactId, day]])));
  }
}
