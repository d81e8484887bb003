import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '../../../platform/clock/clock.js';
import type { Tx } from '../../../platform/database/database.js';
import { insertRecord } from '../../../platform/database/records.js';
import { invalidParam, type ValidationErrors } from '../../../platform/errors/app-error.js';
import { recordUses, withSnippets } from '../../mail-content/rendering/snippet-texts.js';
import { type DraftStep, countNewSteps, numbered } from '../validation/sequence-input.js';
import { SequencesReader } from '../validation/sequences-reader.service.js';
import { FunnelDefinition } from '../definition/funnel-definition.js';
import { allowsReentry, effectsAtOnce, findLoop, type FunnelInGraph } from '../definition/loop-graph.js';
import { contentOfStep, type Step } from '../definition/step.js';
import { FunnelSenders } from '../validation/funnel-senders.service.js';
import type { Funnel } from '../definition/funnel.entity.js';
import { HeaderSecrets } from '../http-calls/header-secrets.service.js';
import { RunningFunnels } from './running-funnels.service.js';
import { idsOf, isId } from '../../../platform/ids/ids.js';

interface VersionOrigin {
  readonly createdBy: number | null;
  readonly restoredFrom: number | null;
  readonly migrate: boolean;
}

/** Writes versions. The caller holds the row of the funnel and saves it afterwards. */
@Injectable()
export class VersionWriter {
  constructor(
    private readonly funnels: RunningFunnels,
    private readonly sequences: SequencesReader,
    private readonly senders: FunnelSenders,
    private readonly headers: HeaderSecrets,
    private readonly clock: DatabaseClock,
  ) {}

  /** Validates the steps of a request; use them only if there are no errors. */
  async read(tx: Tx, funnel: Funnel, input: unknown, faults: ValidationErrors): Promise<DraftStep[]> {
    return this.sequences.read({ reader: tx, faults }, input, {
      known: funnel.version === 0 ? new Map() : await this.known(tx, funnel, input),
      version: funnel.version + 1,
      now: await this.clock.now(tx),
      mailer: funnel.settings,
    });
  }

  async checkCurrentSteps(tx: Tx, funnel: Funnel, faults: ValidationErrors): Promise<void> {
    const mailer = funnel.settings;
    for (const step of await this.currentSteps(tx, funnel)) {
      if (step.action !== 'send_custom_email') continue;
      const reason = await this.senders.fault(mailer, step.settings.mailer_settings, tx);
      if (reason !== null)
        faults.add('settings.mailer_settings', `conflicts with step ${step.id}: its From address ${reason}`);
    }
  }

  async numbered(tx: Tx, funnel: Funnel, drafts: readonly DraftStep[]): Promise<Step[]> {
    return numbered(drafts, await this.newIds(tx, funnel, countNewSteps(drafts)));
  }

  async newIds(tx: Tx, { id: funnelId }: Funnel, count: number): Promise<number[]> {
    if (count === 0) return [];
    const rows = Array.from({ length: count }, () => [funnelId]);
    await tx.insertRows('funnel_steps', ['funnel_id'], rows);
    // The caller holds the funnel, so the newest steps are its own.
    const created = await tx.query<{ id: number }>(
      `SELECT id FROM funnel_steps WHERE funnel_id = :funnelId ORDER BY id DESC LIMIT ${count}`,
      { funnelId },
    );
    return idsOf(created).reverse();
  }

  async currentSteps(tx: Tx, { id, versionId }: Funnel): Promise<readonly Step[]> {
    return this.stepsOf(tx, id, versionId);
  }

  /** Returns the steps of a version with header values; null if the version does not exist. */
  async find(tx: Tx, funnelId: number, version: number): Promise<readonly Step[] | null> {
    const id = await this.funnels.versionId(tx, funnelId, version);
    return id === null ? null : this.stepsOf(tx, funnelId, id);
  }

  /**
   * Refuses loops between funnels without any wait. Checks all funnels, because publishing does not validate; any new loop includes the
   * saved funnel. Call before the funnel is written, and after all other checks, because it locks other funnels.
   */
  async assertNoLoops(tx: Tx, funnel: Funnel, steps: readonly Step[]): Promise<void> {
    if (!allowsReentry(funnel)) return;
    const effects = effectsAtOnce(new FunnelDefinition(0, 0, steps));
    if (effects.length === 0) return;
    // Locked, so that of two funnels saved at once, which only loop together, the second sees the first.
    const others = (await this.funnels.holdOthers(tx, funnel.id)).filter(allowsReentry);
    const loop = await findLoop<FunnelInGraph & Pick<Funnel, 'versionId'>>(funnel, others, async (one) =>
      one === funnel ? effects : effectsAtOnce(await this.funnels.definition(one.versionId, tx)),
    );
    if (loop === null) return;
    const names = loop.map(({ id, title }) => `'${title}' (${id})`).join(' -> ');
    throw invalidParam('sequences', `would loop without a wait: ${names}; add a wait or a delay`);
  }

  /** Writes the next version for new enrollments. Without `migrate`, a migration in progress keeps its target. */
  async write(
    tx: Tx,
    funnel: Funnel,
    steps: readonly Step[],
    { createdBy, restoredFrom, migrate }: VersionOrigin,
  ): Promise<void> {
    const version = funnel.version + 1;
    const place = { funnelId: funnel.id, version };
    const emails = steps.filter((step) => step.action === 'send_custom_email').map((step) => contentOfStep(step));
    await recordUses(tx, 'funnel', funnel.id, emails);
    const sealed = this.headers.seal(place, funnel.status === 'draft' ? steps : await frozen(tx, steps));
    const stored = { ...place, steps: JSON.stringify(sealed.steps), secrets: sealed.secrets, restoredFrom, createdBy };
    funnel.version = version;
    funnel.versionId = await insertRecord(tx, 'funnel_versions', stored);
    if (migrate) funnel.migrating = funnel.versionId;
  }

  /** The current version of a draft keeps the snippets that it renders now. */
  async freeze(tx: Tx, { versionId }: Funnel): Promise<void> {
    if (versionId === 0) return;
    const { steps } = await this.funnels.definition(versionId, tx);
    await tx.execute('UPDATE funnel_versions SET steps = :steps WHERE id = :versionId', {
      versionId,
      steps: JSON.stringify(await frozen(tx, [...steps.values()])),
    });
  }

  /** Returns the existing steps that the input names, in their latest version; removed steps can come back. */
  private async known(tx: Tx, funnel: Funnel, input: unknown): Promise<ReadonlyMap<number, Step>> {
    const known = new Map((await this.currentSteps(tx, funnel)).map((step) => [step.id, step]));
    const named = [...idsIn(input)].filter((id) => !known.has(id));
    if (named.length === 0) return known;
    const rows = await tx.query<{ id: number }>(
      'SELECT id FROM funnel_steps WHERE funnel_id = :funnelId AND id IN (:named)',
      { funnelId: funnel.id, named },
    );
    const missing = new Set(idsOf(rows));
    for (let version = funnel.version - 1; missing.size > 0 && version > 0; version -= 1)
      for (const step of (await this.find(tx, funnel.id, version)) ?? [])
        if (missing.delete(step.id)) known.set(step.id, step);
    return known;
  }

  private async stepsOf(tx: Tx, funnelId: number, versionId: number): Promise<readonly Step[]> {
    const { version, steps, secrets } = await this.funnels.definition(versionId, tx);
    return this.headers.open({ funnelId, version }, { steps: [...steps.values()], secrets });
  }
}

/** Returns the steps with the snippets of their emails, unless they have them. */
const frozen = (tx: Tx, steps: readonly Step[]): Promise<Step[]> =>
  Promise.all(
    steps.map(async (step) => {
      if (step.action !== 'send_custom_email') return step;
      return { ...step, snippets: (await withSnippets(tx, contentOfStep(step))).snippets ?? {} };
    }),
  );

const MAX_IDS = 1_000;
function idsIn(input: unknown, found = new Set<number>()): ReadonlySet<number> {
  if (typeof input !== 'object' || input === null) return found;
  const id = 'id' in input ? Number(input.id) : 0;
  if (isId(id) && found.size < MAX_IDS) found.add(id);
  for (const member of Object.values(input)) idsIn(member, found);
  return found;
}
