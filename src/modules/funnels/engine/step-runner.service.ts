import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { ContactSnapshot } from '../../../events/contact.events.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import type { Tx } from '../../../platform/database/database.js';
import { lockFirst } from '../../../platform/database/lock-first.js';
import { type NewEvent, Outbox } from '../../../platform/outbox/outbox.js';
import { ContactSnapshots } from '../../contacts/contact-snapshots.service.js';
import { type FunnelDefinition, isMail, isRequired } from '../definition/funnel-definition.js';
import { exitsBy } from '../definition/funnel-rules.js';
import { type ActionName, type Step, awaitedBy } from '../definition/step.js';
import { FunnelEntries, snapshotOf } from '../entries/funnel-entries.service.js';
import { type RunningFunnel, RunningFunnels } from '../running-funnels.service.js';
import { Arrivals } from './arrivals.service.js';
import { FunnelTally } from './funnel-tally.js';
import { MatchingContacts } from './matching-contacts.service.js';
import {
  type EntryAtStep,
  RunsSteps,
  type StepAction,
  type StepBatch,
  type StepResult,
  forAll,
} from './step-action.js';
import { afterQuietHours } from './waits.js';

/** What a transaction of the engine has done. */
export interface Advanced {
  /** Entries that are not any more where they were; the others were too many for one transaction. */
  readonly moved: number;
  /** What was done, for those who know who has to do the rest of it: send a mail, make a request. */
  readonly ran: ReadonlySet<ActionName>;
}

export interface AdvanceOptions {
  /** The step has failed too often for reasons that were to pass: it is not tried any more. */
  readonly giveUp?: boolean;
  /** Counters that the caller writes, at the end of his transaction; without it they are written here. */
  readonly tally?: FunnelTally;
}

/** Many of the same version at the same step; null for those who have only the end before them. */
interface Group {
  readonly definition: FunnelDefinition;
  readonly step: Step | null;
  readonly entries: readonly EntryAtStep[];
}

/** What has become of somebody at a step. */
interface Move {
  readonly entry: EntryAtStep;
  readonly definition: FunnelDefinition;
  readonly step: Step;
  readonly result: StepResult;
}

interface EntryRow extends Omit<EntryAtStep, 'met' | 'payload'> {
  readonly met: number;
  readonly payload: string | null;
}

/** Steps that change contacts take few at a time: others wait for the rows. Of such steps one transaction does one. */
const LIGHT = 200;
const GONE_RETRY_MS = 60_000;
const RAN_BEFORE = 'ran_before';
const ENTRY_COLUMNS = `id, contact_id AS contactId, version_id AS versionId, last_step_id AS lastStepId,
  next_step_id AS nextStepId, arrived_at AS arrivedAt, entered_at AS enteredAt, met, tries, payload, request_id AS requestId`;

/**
 * One step of each of many entries, in the caller's transaction: the effect, the trace, the place of the entry and what is
 * announced are written together or not at all. So a process that dies has done nothing, and nobody needs a lease.
 */
@Injectable()
export class StepRunner implements OnModuleInit {
  private readonly actions = new Map<ActionName, StepAction>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly funnels: RunningFunnels,
    private readonly entries: FunnelEntries,
    private readonly arrivals: Arrivals,
    private readonly rules: MatchingContacts,
    private readonly contacts: ContactSnapshots,
    private readonly outbox: Outbox,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  onModuleInit(): void {
    for (const { instance } of this.discovery.getProviders({ metadataKey: RunsSteps.KEY })) {
      const action = instance as StepAction;
      for (const name of action.runs) this.actions.set(name, action);
    }
  }

  /** Entries whose step is due, the longest due first, locked; what another process has locked is left to it. */
  async due(tx: Tx, funnelId: number, limit: number, now: Date): Promise<EntryAtStep[]> {
    const rows = await lockFirst<EntryRow>(limit, {
      find: (page) =>
        tx.query(
          `SELECT id FROM funnel_entries FORCE INDEX (ix_funnel_entries_due)
            WHERE funnel_id = :funnelId AND due_at <= :now ORDER BY due_at ${page}`,
          { funnelId, now },
        ),
      lock: (ids, rest) =>
        tx.query(
          `SELECT ${ENTRY_COLUMNS} FROM funnel_entries FORCE INDEX (PRIMARY)
            WHERE id IN (:ids) AND funnel_id = :funnelId AND due_at <= :now ${rest}`,
          { ids, funnelId, now },
        ),
    });
    return rows.map(toEntry);
  }

  /** One of them, if it is still due and nobody has it. */
  async dueOne(tx: Tx, entryId: number, now: Date): Promise<EntryAtStep[]> {
    const rows = await tx.query<EntryRow>(
      `SELECT ${ENTRY_COLUMNS} FROM funnel_entries WHERE id = :entryId AND due_at <= :now FOR UPDATE SKIP LOCKED`,
      { entryId, now },
    );
    return rows.map(toEntry);
  }

  /** Those of some entries whose step is due. */
  async dueAmong(tx: Tx, entryIds: readonly number[], now: Date): Promise<EntryAtStep[]> {
    const rows = await tx.query<EntryRow>(
      `SELECT ${ENTRY_COLUMNS} FROM funnel_entries WHERE id IN (:entryIds) AND due_at <= :now ORDER BY id FOR UPDATE`,
      { entryIds, now },
    );
    return rows.map(toEntry);
  }

  /** @param due entries whose locks the caller holds, of a funnel that he holds. */
  async advance(
    tx: Tx,
    funnel: RunningFunnel,
    due: readonly EntryAtStep[],
    now: Date,
    options: AdvanceOptions = {},
  ): Promise<Advanced> {
    const { giveUp = false, tally = new FunnelTally() } = options;
    const contacts = await this.contacts.of(
      due.map(({ contactId }) => contactId),
      tx,
    );
    const present = due.filter(({ contactId }) => contacts.has(contactId));
    await this.putOff(
      tx,
      due.filter(({ contactId }) => !contacts.has(contactId)),
      now,
    );
    const staying = await this.withoutStrays(tx, funnel, present, now, tally);
    const moves: Move[] = [];
    let moved = due.length - staying.length;
    const ran = new Set<ActionName>();
    for (const { definition, step, entries } of this.inOrder(await this.groups(tx, staying))) {
      moved += entries.length;
      if (step === null) {
        await this.entries.leave(tx, funnel, entries, { status: 'completed', reason: null, now, tally });
        continue;
      }
      ran.add(step.action);
      const batch = { funnel, step, entries, contacts, now, tally } as StepBatch;
      const results = await this.results(tx, batch, giveUp);
      for (const entry of entries) {
        const result = results.get(entry.id);
        if (result) moves.push({ entry, definition, step, result });
      }
    }
    await this.record(tx, funnel, moves, contacts, now, tally);
    await this.goOn(tx, funnel, moves, now, tally);
    if (!options.tally) await tally.write(tx);
    return { moved, ran };
  }

  /** A contact that is gone takes its entries with it in a moment; until then they are in nobody's way. */
  private async putOff(tx: Tx, entries: readonly EntryAtStep[], now: Date): Promise<void> {
    if (entries.length === 0) return;
    await tx.execute('UPDATE funnel_entries SET due_at = :later WHERE id IN (:ids)', {
      later: new Date(now.getTime() + GONE_RETRY_MS),
      ids: entries.map(({ id }) => id),
    });
  }

  /** Those who match no longer leave before their next step, where the funnel says so. */
  private async withoutStrays(
    tx: Tx,
    funnel: RunningFunnel,
    entries: readonly EntryAtStep[],
    now: Date,
    tally: FunnelTally,
  ): Promise<readonly EntryAtStep[]> {
    const { exit, filters } = funnel.conditions;
    if (!exitsBy(exit, 'stop_matching') || filters === null || entries.length === 0) return entries;
    const matching = await this.rules.amongIfUnderstood(tx, filters, entries.map(contactOf), now);
    // What nobody understands any more must not put people out.
    if (matching === null) return entries;
    const strays = entries.filter(({ contactId }) => !matching.has(contactId));
    await this.entries.leave(tx, funnel, strays, { status: 'cancelled', reason: 'stopped_matching', now, tally });
    return entries.filter(({ contactId }) => matching.has(contactId));
  }

  private async groups(tx: Tx, entries: readonly EntryAtStep[]): Promise<Group[]> {
    const groups = new Map<string, EntryAtStep[]>();
    for (const entry of entries) {
      const key = `${entry.versionId}:${entry.nextStepId ?? ''}`;
      groups.set(key, [...(groups.get(key) ?? []), entry]);
    }
    return Promise.all(
      [...groups.values()].map(async (those) => {
        const [{ versionId, nextStepId } = { versionId: 0, nextStepId: null }] = those;
        const definition = await this.funnels.definition(versionId, tx);
        const step = definition.step(nextStepId);
        return { definition, step, entries: [...those].sort((a, b) => a.contactId - b.contactId) };
      }),
    );
  }

  /** What locks contacts and their counters comes last, and once; the rest of it is for the next transaction. */
  private inOrder(groups: readonly Group[]): Group[] {
    const most = ({ step }: Group): number =>
      step === null ? LIGHT : (this.actions.get(step.action)?.atMost ?? LIGHT);
    const heavy = groups.filter((group) => most(group) < LIGHT);
    return [...groups.filter((group) => most(group) >= LIGHT), ...heavy.slice(0, 1)].map((group) => ({
      ...group,
      entries: group.entries.slice(0, most(group)),
    }));
  }

  /** Nothing for those for whom it is still too early. */
  private async results(tx: Tx, batch: StepBatch, giveUp: boolean): Promise<ReadonlyMap<number, StepResult>> {
    const results = new Map<number, StepResult>();
    const set = (entries: readonly EntryAtStep[], result: StepResult): void => {
      for (const [id, each] of forAll(entries, result)) results.set(id, each);
    };
    let entries = giveUp ? batch.entries : await this.withoutQuiet(tx, batch);
    const again = await this.alreadyRun(tx, batch.step, entries);
    for (const [id, branch] of again)
      results.set(id, { outcome: 'skipped', detail: RAN_BEFORE, ...(branch === null ? {} : { branch }) });
    entries = entries.filter(({ id }) => !again.has(id));
    if (giveUp) {
      set(entries, { outcome: 'failed', detail: 'gave_up' });
      return results;
    }
    const { conditions } = batch.step;
    if (conditions !== null && entries.length > 0) {
      const matching = await this.rules.amongIfUnderstood(tx, conditions, entries.map(contactOf), batch.now);
      const apart = entries.filter(({ contactId }) => matching?.has(contactId) !== true);
      set(
        apart,
        matching === null
          ? { outcome: 'failed', detail: 'conditions_not_understood' }
          : { outcome: 'skipped', detail: 'conditions' },
      );
      entries = entries.filter((entry) => !apart.includes(entry));
      entries = await this.withoutLateConcerned(tx, batch, entries);
    }
    const action = this.actions.get(batch.step.action);
    if (!action) set(entries, { outcome: 'failed', detail: 'unknown_action' });
    else if (entries.length > 0)
      for (const [id, result] of await action.run(tx, { ...batch, entries })) results.set(id, result);
    return results;
  }

  /** Who was to go past a required benchmark, and whom it has come to concern since, waits at it after all. */
  private async withoutLateConcerned(
    tx: Tx,
    { funnel, step, now }: StepBatch,
    entries: readonly EntryAtStep[],
  ): Promise<readonly EntryAtStep[]> {
    if (awaitedBy(step) === null || !isRequired(step)) return entries;
    const unmet = entries.filter(({ met }) => !met);
    const arrivals = await this.arrivals.at(tx, funnel, step, unmet.map(asked), now);
    for (const { id, contactId } of unmet) {
      const { dueAt, met } = arrivals.get(contactId) ?? { dueAt: null, met: false };
      await tx.execute('UPDATE funnel_entries SET due_at = :dueAt, met = :met WHERE id = :id', {
        ...{ id, dueAt, met: met ? 1 : 0 },
      });
    }
    return entries.filter(({ met }) => met);
  }

  /** A mail that comes due in quiet hours, because it was late, waits for their end like one that was on time. */
  private async withoutQuiet(tx: Tx, { funnel, step, entries, now }: StepBatch): Promise<readonly EntryAtStep[]> {
    if (!isMail(step)) return entries;
    const dueAt = afterQuietHours(funnel.settings.quiet_hours, now, this.config.timeZone);
    if (dueAt <= now) return entries;
    await tx.execute('UPDATE funnel_entries SET due_at = :dueAt WHERE id IN (:ids)', {
      dueAt,
      ids: entries.map(({ id }) => id),
    });
    return [];
  }

  /**
   * Who was moved to another version may come by a step once more. It has had its effect; the way goes on as it did then.
   * @returns the branches that were chosen, by entry.
   */
  private async alreadyRun(
    tx: Tx,
    step: Step,
    entries: readonly EntryAtStep[],
  ): Promise<ReadonlyMap<number, string | null>> {
    if (entries.length === 0) return new Map();
    const rows = await tx.query<{ id: number; branch: string | null }>(
      'SELECT entry_id AS id, branch FROM funnel_step_runs WHERE entry_id IN (:ids) AND step_id = :stepId',
      { ids: entries.map(({ id }) => id), stepId: step.id },
    );
    return new Map(rows.map(({ id, branch }) => [id, branch]));
  }

  /** The trace, and what the world is told. */
  private async record(
    tx: Tx,
    funnel: RunningFunnel,
    moves: readonly Move[],
    contacts: ReadonlyMap<number, ContactSnapshot>,
    now: Date,
    tally: FunnelTally,
  ): Promise<void> {
    const first = moves.filter(({ result }) => result.detail !== RAN_BEFORE);
    await tx.insertRows(
      'funnel_step_runs',
      ['entry_id', 'step_id', 'outcome', 'branch', 'detail', 'arrived_at', 'ran_at'],
      first.map(({ entry, step, result }) => [
        ...[entry.id, step.id, result.outcome, result.branch ?? null, result.detail?.slice(0, 190) ?? null],
        ...[entry.arrivedAt, now],
      ]),
    );
    const events: NewEvent[] = [];
    for (const { entry, definition, step, result } of moves) {
      tally.ran(step.id, result.outcome);
      const contact = contacts.get(entry.contactId);
      if (result.outcome === 'done' && contact)
        events.push({
          type: 'funnel.sequence_completed',
          subjectId: funnel.id,
          data: {
            funnel: snapshotOf(funnel, definition),
            contact,
            funnel_subscriber: { id: entry.id, status: 'active', entered_at: entry.enteredAt.toISOString() },
            sequence: { id: step.id, title: step.title, action_name: step.action },
          },
        });
    }
    await this.outbox.appendAll(tx, events);
  }

  /** Where everybody is now. */
  private async goOn(
    tx: Tx,
    funnel: RunningFunnel,
    moves: readonly Move[],
    now: Date,
    tally: FunnelTally,
  ): Promise<void> {
    for (const { step, result, those } of alike(moves)) {
      const [{ definition } = { definition: null }] = those;
      const next = result.ends ? null : (definition?.after(step, result.branch ?? null) ?? null);
      if (next === null) {
        await tx.execute('UPDATE funnel_entries SET last_step_id = :stepId WHERE id IN (:ids)', {
          stepId: step.id,
          ids: those.map(({ entry }) => entry.id),
        });
        await this.entries.leave(
          tx,
          funnel,
          those.map(({ entry }) => ({ ...entry, nextStepId: null })),
          { ...(result.ends ?? { status: 'completed', reason: null }), now, tally },
        );
        continue;
      }
      tally.arrived(next.id, those.length);
      const arrivals = await this.arrivals.at(
        tx,
        funnel,
        next,
        those.map(({ entry }) => asked(entry)),
        now,
      );
      const together = new Map<string, number[]>();
      for (const { entry } of those) {
        const { dueAt, met } = arrivals.get(entry.contactId) ?? { dueAt: now, met: false };
        const key = `${dueAt?.toISOString() ?? ''}|${met ? 1 : 0}`;
        together.set(key, [...(together.get(key) ?? []), entry.id]);
      }
      for (const [key, ids] of together) {
        const [due = '', met] = key.split('|');
        await tx.execute(
          `UPDATE funnel_entries
              SET last_step_id = :lastStepId, next_step_id = :nextStepId, arrived_at = :now, due_at = :dueAt, met = :met, tries = 0
            WHERE id IN (:ids)`,
          {
            ...{ lastStepId: step.id, nextStepId: next.id, now, ids },
            ...{ dueAt: due === '' ? null : new Date(due), met: Number(met) },
          },
        );
      }
    }
  }
}

/** Those who did the same step of the same version with the same result go the same way. */
function alike(moves: readonly Move[]): { step: Step; result: StepResult; those: Move[] }[] {
  const groups = new Map<string, { step: Step; result: StepResult; those: Move[] }>();
  for (const move of moves) {
    const { step, definition, result } = move;
    const key = JSON.stringify([definition.versionId, step.id, result.branch ?? null, result.ends ?? null]);
    const group = groups.get(key) ?? { step, result, those: [] };
    group.those.push(move);
    groups.set(key, group);
  }
  return [...groups.values()];
}

const asked = ({ id, contactId, enteredAt }: EntryAtStep) => ({ contactId, entryId: id, enteredAt });

const contactOf = ({ contactId }: EntryAtStep): number => contactId;

function toEntry({ met, payload, ...row }: EntryRow): EntryAtStep {
  return {
    ...row,
    met: met === 1,
    payload: payload === null ? {} : (JSON.parse(payload) as Readonly<Record<string, unknown>>),
  };
}
