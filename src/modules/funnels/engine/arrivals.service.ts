import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import type { Tx } from '../../../platform/database/database.js';
import { isMail, isRequired } from '../definition/funnel-definition.js';
import { type Step, awaitedBy } from '../definition/step.js';
import type { RunningFunnel } from '../running-funnels.service.js';
import { type Asked, EventFacts } from './event-facts.queries.js';
import { MatchingContacts } from './matching-contacts.service.js';
import { afterQuietHours, waitsUntil } from './waits.js';

export interface Arrival {
  /** When the step comes; null when only an event brings it. */
  readonly dueAt: Date | null;
  /** Whether what it waits for has happened already. */
  readonly met: boolean;
}

const DATE_OF_BIRTH = 'date_of_birth';

/** When a step comes for those who have just got to it. */
@Injectable()
export class Arrivals {
  constructor(
    private readonly facts: EventFacts,
    private readonly rules: MatchingContacts,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** @returns by contact. */
  async at(
    tx: Tx,
    funnel: RunningFunnel,
    step: Step | null,
    those: readonly Asked[],
    now: Date,
  ): Promise<ReadonlyMap<number, Arrival>> {
    const arrivals = await this.asWorded(tx, funnel, step, those, now);
    const waiting = those.filter(({ contactId }) => {
      const { dueAt } = arrivals.get(contactId) ?? { dueAt: now };
      return dueAt === null || dueAt > now;
    });
    if (step === null || waiting.length === 0) return arrivals;
    const past = new Set([
      ...(await this.whoRanIt(tx, step, waiting)),
      ...(await this.unconcerned(tx, step, waiting, now)),
    ]);
    return new Map(
      [...arrivals].map(([contactId, arrival]) => [
        contactId,
        past.has(contactId) ? { dueAt: now, met: false } : arrival,
      ]),
    );
  }

  /** The step is behind them, though they come by it once more in another version: there is nothing to wait for. */
  private async whoRanIt(tx: Tx, step: Step, those: readonly Asked[]): Promise<number[]> {
    const entryIds = those.flatMap(({ entryId }) => entryId ?? []);
    if (entryIds.length === 0) return [];
    const rows = await tx.query<{ id: number }>(
      'SELECT entry_id AS id FROM funnel_step_runs WHERE entry_id IN (:entryIds) AND step_id = :stepId',
      { entryIds, stepId: step.id },
    );
    const ran = new Set(rows.map(({ id }) => id));
    return those.filter(({ entryId }) => ran.has(entryId ?? 0)).map(({ contactId }) => contactId);
  }

  /** Nobody waits for what does not concern him. What else there is to a step is asked when it comes. */
  private async unconcerned(tx: Tx, step: Step, those: readonly Asked[], now: Date): Promise<number[]> {
    if (step.conditions === null || (step.action !== 'wait_times' && awaitedBy(step) === null)) return [];
    const contactIds = those.map(({ contactId }) => contactId);
    const matching = await this.rules.amongIfUnderstood(tx, step.conditions, contactIds, now);
    // A step whose rule nobody understands fails for all of them; they need not wait for that.
    return contactIds.filter((id) => matching?.has(id) !== true);
  }

  private async asWorded(
    tx: Tx,
    funnel: RunningFunnel,
    step: Step | null,
    those: readonly Asked[],
    now: Date,
  ): Promise<ReadonlyMap<number, Arrival>> {
    const from = new Date(now.getTime() + (step?.delay ?? 0) * 1_000);
    const alike = (dueAt: Date | null, met = false): Map<number, Arrival> =>
      new Map(those.map(({ contactId }) => [contactId, { dueAt, met }]));
    if (step === null) return alike(now);
    const { timeZone } = this.config;
    if (isMail(step)) return alike(afterQuietHours(funnel.settings.quiet_hours, from, timeZone));
    const awaited = awaitedBy(step);
    if (awaited !== null) {
      const met = await this.facts.happened(tx, funnel.id, awaited, those);
      const otherwise = step.action === 'wait_times' ? waitsUntil(step.settings, from, timeZone, null) : null;
      return new Map(
        those.map(({ contactId }) => [
          contactId,
          met.has(contactId) || (step.action !== 'wait_times' && !isRequired(step))
            ? { dueAt: from, met: met.has(contactId) }
            : { dueAt: otherwise, met: false },
        ]),
      );
    }
    if (step.action !== 'wait_times') return alike(from);
    const { settings } = step;
    if (settings.wait_type !== 'by_custom_field') return alike(waitsUntil(settings, from, timeZone, null));
    const days = await this.daysOf(tx, settings.by_custom_field, those);
    return new Map(
      those.map(({ contactId }) => [
        contactId,
        { dueAt: waitsUntil(settings, from, timeZone, days.get(contactId) ?? null), met: false },
      ]),
    );
  }

  private async daysOf(tx: Tx, field: string, those: readonly Asked[]): Promise<Map<number, string>> {
    const rows = await tx.query<{ contactId: number; day: string | null }>(
      field === DATE_OF_BIRTH
        ? 'SELECT id AS contactId, date_of_birth AS day FROM contacts WHERE id IN (:contactIds)'
        : `SELECT v.contact_id AS contactId, v.value AS day FROM contact_custom_values v
             JOIN custom_fields f ON f.id = v.field_id AND f.slug = :field AND f.type = 'date'
            WHERE v.contact_id IN (:contactIds)`,
      { contactIds: those.map(({ contactId }) => contactId), ...(field === DATE_OF_BIRTH ? {} : { field }) },
    );
    return new Map(rows.flatMap(({ contactId, day }) => (day === null ? [] : [[contactId, day]])));
  }
}
