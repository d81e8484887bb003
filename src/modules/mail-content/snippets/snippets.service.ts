import { Injectable } from '@nestjs/common';
import { assertMaySend } from '../../../platform/access/assert-permission.js';
import { Clock } from '../../../platform/clock/clock.js';
import { toTheSecond } from '../../../platform/clock/timestamps.js';
import { Database, type EntityReader, type Tx } from '../../../platform/database/database.js';
import { invalidParam, notFound, ValidationErrors } from '../../../platform/errors/app-error.js';
import { refusingTaken } from '../../../platform/database/taken-names.js';
import { offsetOf, type Page, type PageRequest } from '../../../platform/http/page.js';
import { LiquidTemplate, TemplateError } from '../rendering/liquid.js';
import { SNIPPET_KINDS, type SnippetTexts } from '../rendering/written-content.js';
import { expandSnippets } from '../rendering/expand-snippets.js';
import { Snippet } from './snippet.entity.js';
import { recordUses, snippetsNamed, type UserType } from '../rendering/snippet-texts.js';

export type SnippetInput = Partial<SnippetTexts & Pick<Snippet, 'title'>>;

export type SnippetUser = Readonly<{ type: UserType; id: number; title: string }>;

/** What names a snippet and is not frozen. A deleted record, or a campaign that was sent, is no user. */
const USERS = `FROM snippet_uses u
  LEFT JOIN email_templates t ON u.user_type = 'template' AND t.id = u.user_id
  LEFT JOIN campaigns c ON u.user_type = 'campaign' AND c.id = u.user_id AND c.deleted_at IS NULL
    AND c.status IN ('draft', 'scheduled')
  LEFT JOIN funnels f ON u.user_type = 'funnel' AND f.id = u.user_id AND f.deleted_at IS NULL
  LEFT JOIN snippets s ON u.user_type = 'snippet' AND s.id = u.user_id
 WHERE u.snippet_key = :key AND COALESCE(t.id, c.id, f.id, s.id) IS NOT NULL`;

@Injectable()
export class SnippetsService {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async list(): Promise<Snippet[]> {
    return this.db.manager.find(Snippet, { order: { snippetKey: 'ASC' } });
  }

  async get(snippetKey: string, reader: EntityReader = this.db): Promise<Snippet> {
    const snippet = await reader.manager.findOneBy(Snippet, { snippetKey });
    if (!snippet) throw notFound();
    return snippet;
  }

  async create(snippetKey: string, input: SnippetInput & { readonly title: string }): Promise<Snippet> {
    const createdAt = toTheSecond(this.clock.now());
    const snippet = { html: null, mjml: null, text: null, ...input, snippetKey, createdAt, updatedAt: createdAt };
    return refusingTaken({ ux_snippets_key: ['key'] }, () =>
      this.db.transaction(async (tx) => this.checked(tx, await tx.insert(Snippet, snippet), snippetKey)),
    );
  }

  /** @throws AppError rest_forbidden without `send_campaigns`, if a scheduled campaign or a published funnel sends it. */
  async update(key: string, input: SnippetInput): Promise<Snippet> {
    return this.db.transaction(async (tx) => {
      const { id } = await this.lock(tx, key);
      await tx.update(Snippet, id, { ...input, updatedAt: toTheSecond(this.clock.now()) });
      return this.checked(tx, id, key);
    });
  }

  /** @throws AppError rest_invalid_param naming its users. */
  async remove(key: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      const { id } = await this.lock(tx, key);
      const { items } = await this.uses(key, { page: 1, perPage: 20 }, tx);
      const names = items.map((user) => `${user.type} ${user.id} (${user.title})`);
      if (names.length > 0) throw invalidParam('key', `is used by ${names.join(', ')}`);
      await recordUses(tx, 'snippet', id, []);
      await tx.delete('snippets', id);
    });
  }

  async uses(key: string, request: PageRequest, reader: EntityReader = this.db): Promise<Page<SnippetUser>> {
    await this.get(key, reader);
    const [count] = await reader.query<{ total: number }>(`SELECT COUNT(*) AS total ${USERS}`, { key });
    const items = await reader.query<SnippetUser>(
      `SELECT u.user_type AS type, u.user_id AS id, COALESCE(t.title, c.title, f.title, s.title) AS title ${USERS}
        ORDER BY u.user_type, u.user_id LIMIT :limit OFFSET :offset`,
      { key, limit: request.perPage, offset: offsetOf(request) },
    );
    return { items, total: count?.total ?? 0, request };
  }

  /** Locks all snippets: two that change at once could render each other. */
  private async lock(tx: Tx, key: string): Promise<Snippet> {
    await tx.query('SELECT id FROM snippets ORDER BY id FOR UPDATE');
    return this.get(key, tx);
  }

  /** Checks a snippet that was written, and all that render it. */
  private async checked(tx: Tx, id: number, key: string): Promise<Snippet> {
    const snippet = await this.get(key, tx);
    await recordUses(tx, 'snippet', id, [snippet]);
    const above = await tx.query<{ name: string }>(
      `WITH RECURSIVE above (name) AS (
         SELECT snippet_key FROM snippets WHERE id = :id UNION
         SELECT s.snippet_key FROM above JOIN snippet_uses u ON u.snippet_key = above.name AND u.user_type = 'snippet'
           JOIN snippets s ON s.id = u.user_id)
       SELECT name FROM above`,
      { id },
    );
    const keys = above.map(({ name }) => name);
    const snippets = (await snippetsNamed(tx, keys)) ?? {};
    const faults = new ValidationErrors();
    for (const name of keys)
      for (const kind of SNIPPET_KINDS.filter((each) => snippets[name]?.[each] !== null))
        try {
          new LiquidTemplate(
            expandSnippets(`{% render "${name}" %}`, kind, snippets),
            kind === 'html' ? 'html' : 'plain',
          );
        } catch (error) {
          if (!(error instanceof TemplateError)) throw error;
          faults.add(kind, error.reason);
        }
    if (SNIPPET_KINDS.every((kind) => snippet[kind] === null)) faults.add('html', 'is required, or mjml, or text');
    faults.throwIfAny();
    await assertMayChange(tx, keys);
    return snippet;
  }
}

/** What is approved is what is sent. */
async function assertMayChange(tx: Tx, keys: readonly string[]): Promise<void> {
  const [approved] = await tx.query(
    `SELECT u.user_id FROM snippet_uses u LEFT JOIN campaigns c ON u.user_type = 'campaign' AND c.id = u.user_id
      WHERE u.snippet_key IN (:keys) AND (c.status = 'scheduled' AND c.deleted_at IS NULL OR EXISTS (
        SELECT 1 FROM funnels f JOIN funnel_versions v ON v.funnel_id = f.id
         WHERE f.status = 'published' AND f.deleted_at IS NULL AND JSON_CONTAINS(v.steps, CASE u.user_type
          WHEN 'template' THEN JSON_OBJECT('action', 'send_double_optin', 'settings', JSON_OBJECT('template_id', u.user_id))
          WHEN 'campaign' THEN JSON_OBJECT('action', 'send_campaign_email', 'settings', JSON_OBJECT('campaign_id', u.user_id))
         END))) LIMIT 1`,
    { keys },
  );
  if (approved) assertMaySend('what a scheduled campaign or a published funnel sends');
}
