import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../../platform/database/database.js';
import { ContactValues, type MergeValues } from '../../../mail-content/rendering/contact-values.service.js';
import { contactsOf } from '../../enrollments/enrollment-rows.js';
import { idsOf } from '../../../../platform/ids/ids.js';
import { triggerDataOf, triggerValues } from '../../../mail-content/trigger-data.js';
import {
  TemplateError,
  type TemplateKind,
  TextTemplates,
} from '../../../mail-content/rendering/text-templates.service.js';
import { CONTACT_DELETED, type StepBatch, type StepResult, failed } from './step-action.js';

type Batch = Pick<StepBatch, 'funnel' | 'entries'>;

type Render = (field: string, text: string, kind?: TemplateKind) => string;

@Injectable()
export class StepTexts {
  constructor(
    private readonly contacts: ContactValues,
    private readonly templates: TextTemplates,
  ) {}

  async valuesOf(tx: Tx, { funnel, entries }: Batch): Promise<ReadonlyMap<number, MergeValues>> {
    const values = await this.contacts.of(contactsOf(entries), tx);
    const data = await triggerDataOf(tx, idsOf(entries));
    return new Map(
      entries.flatMap(({ id, contactId }) => {
        const known = values.get(contactId);
        if (!known) return [];
        const timezone = funnel.settings.timezone ?? known.timezone;
        return [[contactId, { ...known, timezone, ...triggerValues(data.get(id) ?? {}) }]];
      }),
    );
  }

  /**
   * @param write returns the value to write, or a result if there is nothing to write.
   * @param unfillable returns the result for a text that does not render.
   */
  async fill<Value extends object>(
    tx: Tx,
    batch: Batch,
    write: (render: Render) => Value | StepResult,
    unfillable = (field: string): StepResult => failed(`${field}: does not render`),
  ): Promise<{ readonly values: ReadonlyMap<number, Value>; readonly results: ReadonlyMap<number, StepResult> }> {
    const known = await this.valuesOf(tx, batch);
    const values = new Map<number, Value>();
    const results = new Map<number, StepResult>();
    for (const { contactId } of batch.entries) {
      const mine = known.get(contactId);
      if (mine === undefined) {
        results.set(contactId, CONTACT_DELETED);
        continue;
      }
      let at = '';
      try {
        const written = write((field, text, kind) => {
          at = field;
          return this.templates.render(text, mine, kind);
        });
        if ('outcome' in written) results.set(contactId, written);
        else values.set(contactId, written);
      } catch (error) {
        if (!(error instanceof TemplateError)) throw error;
        results.set(contactId, unfillable(at));
      }
    }
    return { values, results };
  }
}
