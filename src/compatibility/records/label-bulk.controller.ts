import { Body } from '@nestjs/common';
import { type LabelKind, LabelsService } from '../../modules/labels/labels.service.js';
import { asText } from '../../platform/text/as-text.js';
import { Database } from '../../platform/database/database.js';
import { slugOf } from '../../platform/text/slug.js';
import { DialectController, DialectPost } from '../dialect-controller.js';
import type { Members } from '../dialect-route.js';
import { isObject } from '../../platform/values/json.js';

/** Creates many lists or tags; those whose slug exists get the new title. Items without a title are ignored. */
@DialectController()
export class LabelBulkController {
  constructor(
    private readonly db: Database,
    private readonly labels: LabelsService,
  ) {}

  @DialectPost('lists/bulk', 'manage_contacts', 'Create or rename lists')
  async saveLists(@Body() body: unknown) {
    return { message: 'Successfully saved the lists.', ids: await this.save('list', itemsOf(body, 'lists')) };
  }

  @DialectPost('tags/bulk', 'manage_contacts', 'Create or rename tags')
  async saveTags(@Body() body: unknown) {
    return { message: 'Successfully saved the tags.', ids: await this.save('tag', itemsOf(body, 'tags')) };
  }

  private async save(kind: LabelKind, items: readonly Members[]): Promise<number[]> {
    return this.db.ambientTransaction(async (tx) => {
      const ids: number[] = [];
      for (const item of items) {
        const [title, given] = [textOf(item['title']), textOf(item['slug'])];
        if (title === '') continue;
        const slug = slugOf(given === '' ? title : given);
        const known = await this.labels.knownOf(tx, { list: [], tag: [], [kind]: [slug] });
        const [label] = known[kind].values();
        if (label) await this.labels.update(kind, label.id, { title });
        ids.push((label ?? (await this.labels.create(kind, { title, slug }))).id);
      }
      return ids;
    });
  }
}

const MAX_ITEMS = 1_000;
const textOf = (value: unknown): string => {
  const text = asText(value);
  return typeof text === 'string' ? text.trim() : '';
};

function itemsOf(body: unknown, name: string): readonly Members[] {
  const sent: Members = isObject(body) ? body : {};
  const items = sent[name] ?? sent['items'];
  return (Array.isArray(items) ? items : []).filter(isObject).slice(0, MAX_ITEMS);
}
