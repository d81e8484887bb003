import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../../platform/database/database.js';
import { TemplateError, TextTemplates } from '../../../mail-content/rendering/text-templates.service.js';
import type { EntryAtStep, StepResult } from '../step-action.js';
import { StepValues } from '../step-values.service.js';
import { CONTACT_GONE, failed } from './contact-results.js';

const DOES_NOT_RENDER = 'does not render';

/** For each entry what a step is to write, or why it cannot. */
interface Filled<Value> {
  readonly values: ReadonlyMap<number, Value>;
  readonly results: Map<number, StepResult>;
}

/** Fills in what a step says, for one entry after the other. */
@Injectable()
export class FilledSteps {
  constructor(
    private readonly stepValues: StepValues,
    private readonly templates: TextTemplates,
  ) {}

  /**
   * @param write what is to be written, by a renderer of single texts; or the result, where there is nothing to write.
   * @returns the values by contact id.
   */
  async fill<Value extends object>(
    tx: Tx,
    entries: readonly EntryAtStep[],
    write: (render: (field: string, text: string, kind?: 'plain' | 'html') => string) => Value | StepResult,
  ): Promise<Filled<Value>> {
    const known = await this.stepValues.of(tx, entries);
    const values = new Map<number, Value>();
    const results = new Map<number, StepResult>();
    for (const { id, contactId } of entries) {
      const mine = known.get(contactId);
      if (mine === undefined) {
        results.set(id, CONTACT_GONE);
        continue;
      }
      let at = '';
      try {
        const written = write((field, text, kind = 'plain') => {
          at = field;
          return this.templates.render(text, mine, kind);
        });
        if ('outcome' in written) results.set(id, written);
        else values.set(contactId, written);
      } catch (error) {
        if (!(error instanceof TemplateError)) throw error;
        results.set(id, failed(`${at}: ${DOES_NOT_RENDER}`));
      }
    }
    return { values, results };
  }
}
