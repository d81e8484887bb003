import type { Principal } from '../../../platform/access/permissions.js';
import { type Html, html } from '../../../platform/html/html.js';
import type { ConsoleApi } from '../http/console-api.js';
import { SECTIONS, sectionsFor } from '../pages/layout.js';
import * as ui from '../pages/ui.js';
import { rowsOf, textAt } from '../pages/values.js';

/** What a manager should look at: records in these states, and where they are shown. */
const WATCHED = [
  ['campaigns', '/campaigns?statuses[]=paused&per_page=5', 'title', /^paused$/, 'Campaign'],
  ['webhooks', '/webhooks', 'name', /^(?!active)/, 'Webhook'],
  ['senders', '/senders', 'name', /^(?!active)/, 'Sender'],
  ['imports', '/imports?per_page=5', 'file_name', /^failed$/, 'Import'],
  ['jobs', '/bulk-actions?per_page=5', 'action_name', /^failed$/, 'Bulk action'],
] as const;

/** Lists what needs attention first, of what the manager may read; null if nothing does. */
export async function attention(api: ConsoleApi, { permissions }: Principal): Promise<Html | null> {
  const sections = sectionsFor(permissions);
  const found: Html[] = [];
  for (const [section, path, name, states, noun] of WATCHED.filter(([each]) => sections.includes(SECTIONS[each])))
    for (const row of rowsOf(await api.get(path))) {
      const status = textAt(row, 'status') || textAt(row, 'state');
      if (status === '' || !states.test(status)) continue;
      const link = ui.link(SECTIONS[section], Number(row['id']), textAt(row, name));
      found.push(html`<li>${ui.badge(status)} <span>${noun} ${link}</span></li>`);
    }
  if (found.length === 0) return null;
  return html`<section class="part attention">
    <h2>Needs attention</h2>
    <ol class="timeline card">
      ${found}
    </ol>
  </section>`;
}
