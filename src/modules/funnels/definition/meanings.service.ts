import { Injectable } from '@nestjs/common';
import type { Reader } from '../../../platform/database/reader.js';
import type { Faults } from '../../../platform/errors/faults.js';
import { TextTemplates } from '../../mail-content/rendering/text-templates.service.js';
import { NamedThings } from './named-things.queries.js';
import type { Meaning } from './schema-check.js';
import type { NamedKind } from './settings-schema.js';

/** Judges what settings mean: whether what they name is there, and whether their texts can be filled in. */
@Injectable()
export class Meanings {
  constructor(
    private readonly things: NamedThings,
    private readonly templates: TextTemplates,
  ) {}

  /** @param mailSteps the ids of the steps that send a mail; none where steps cannot be named. */
  async check(
    reader: Reader,
    meanings: readonly Meaning[],
    mailSteps: ReadonlySet<number | string>,
    faults: Faults,
  ): Promise<void> {
    const named = meanings.flatMap((meaning) => ('names' in meaning ? [meaning] : []));
    for (const [kind, those] of groupedByKind(named)) {
      const values = [...new Set(those.flatMap((each) => each.values))];
      const unknown =
        kind === 'mail_steps'
          ? new Set(values.filter((value) => !mailSteps.has(value)))
          : await this.things.unknown(reader, kind, values);
      for (const { path, values: sent } of those) {
        const missing = sent.filter((value) => unknown.has(value));
        if (missing.length > 0) faults.add(path, `unknown: ${missing.join(', ')}`);
      }
    }
    for (const meaning of meanings) {
      const fault = 'template' in meaning ? this.templates.fault(meaning.template) : null;
      if (fault !== null) faults.add(meaning.path, fault);
    }
  }
}

type Named = Extract<Meaning, { readonly names: NamedKind }>;

function groupedByKind(named: readonly Named[]): ReadonlyMap<NamedKind, readonly Named[]> {
  const groups = new Map<NamedKind, Named[]>();
  for (const each of named) groups.set(each.names, [...(groups.get(each.names) ?? []), each]);
  return groups;
}
