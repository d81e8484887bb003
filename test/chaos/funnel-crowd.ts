import { insertSubscribers } from '../support/builders/audience.js';
import type { Product } from '../support/product.js';
import { waitUntil } from '../support/wait-until.js';

const PEOPLE_PER_REQUEST = 1_000;

/** What a step looks like in a request. */
export type SequenceBody = Readonly<Record<string, unknown>>;

interface Label {
  readonly id: number;
}

/** Everything that funnels of these tests use, made once. */
export interface Scenery {
  readonly list: Label;
  readonly tag: Label;
  readonly people: readonly number[];
}

export async function scenery(product: Product, crowd: string, size: number): Promise<Scenery> {
  const list = await product.given.list({ title: `People of ${crowd}` });
  const tag = await product.given.tag({ title: `Been through ${crowd}` });
  await insertSubscribers(product.db, list.id, crowd, size);
  const rows = await product.db.query<{ id: number }>(
    'SELECT contact_id AS id FROM contact_lists WHERE list_id = :listId ORDER BY contact_id',
    { listId: list.id },
  );
  return { list, tag, people: rows.map(({ id }) => id) };
}

/**
 * A mail, a tag, an event that is counted, a note, a branch and another mail.
 * @param pause seconds before two of them.
 */
export function eventfulSteps({ tag }: Scenery, pause = 1): SequenceBody[] {
  return [
    mailStep('Hello'),
    { action_name: 'add_contact_to_tag', delay: pause, settings: { tags: [tag.id] } },
    { action_name: 'track_event', settings: { event_key: 'been_here', title: 'Has been here', value: 'once' } },
    {
      action_name: 'funnel_condition',
      delay: pause,
      settings: { conditions: [[{ source: ['tags', 'id'], operator: 'in', value: [tag.id] }]] },
      children: {
        yes: [{ action_name: 'add_contact_note', settings: { title: 'Note', description: 'Once', type: 'note' } }],
        no: [{ action_name: 'add_contact_note', settings: { title: 'Wrong', description: 'Never', type: 'note' } }],
      },
    },
    mailStep('Good bye'),
  ];
}

export function mailStep(subject: string): SequenceBody {
  return {
    action_name: 'send_custom_email',
    title: subject,
    settings: {
      email_subject: subject,
      email_body: '<p>Hello</p><p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
    },
  };
}

/** A published funnel. @returns its id. */
export async function publish(product: Product, title: string, sequences: readonly SequenceBody[]): Promise<number> {
  const { body } = await product.client
    .post('/funnels')
    .send({ title, trigger_name: 'custom_never_reported', sequences })
    .expect(200);
  const { id } = (body as { funnel: { id: number } }).funnel;
  await setStatus(product, id, 'published');
  return id;
}

export async function setStatus(product: Product, id: number, status: 'published' | 'paused'): Promise<void> {
  await product.client.put(`/funnels/${id}/status`).send({ status }).expect(200);
}

/** The tree of the present version as it is shown, to be changed and sent back. */
export async function sequencesOf(product: Product, id: number): Promise<SequenceBody[]> {
  const { body } = await product.client.get(`/funnels/${id}/sequences`).expect(200);
  return (body as { sequences: SequenceBody[] }).sequences;
}

export async function letIn(product: Product, id: number, people: readonly number[]): Promise<void> {
  for (let start = 0; start < people.length; start += PEOPLE_PER_REQUEST)
    await product.client
      .post(`/funnels/${id}/subscribers`)
      .send({ subscribers: people.slice(start, start + PEOPLE_PER_REQUEST) })
      .expect(200);
}

export async function stepsTaken(product: Product, id: number): Promise<number> {
  return count(
    product,
    `SELECT COUNT(*) AS total FROM funnel_step_runs r JOIN funnel_entries e ON e.id = r.entry_id WHERE e.funnel_id = :id`,
    { id },
  );
}

/** Waits until everybody has left, and everything that came of it is done: mails, events, figures. */
export async function waitUntilThrough(product: Product, id: number, timeoutMs: number): Promise<void> {
  const left = async (): Promise<number> =>
    count(
      product,
      `SELECT (SELECT COUNT(*) FROM funnel_entries WHERE funnel_id = :id AND status = 'active')
            + (SELECT COUNT(*) FROM email_messages
                WHERE source_type = 'funnel' AND source_id = :id AND state IN ('pending', 'sending', 'deferred'))
            + (SELECT COUNT(*) FROM domain_events WHERE state = 'new') AS total`,
      { id },
    );
  await waitUntil(`everybody is through funnel ${id}`, async () => (await left()) === 0, timeoutMs, 100);
}

/** What the ledgers say of a funnel that everybody has gone through. */
export interface FunnelAudit {
  readonly completed: number;
  /** Pairs of entry and step that ran, and those that were announced; twice would be more of the second. */
  readonly runs: number;
  readonly announced: number;
  readonly failed: number;
  readonly entered: number;
  /** Announcements of the end. */
  readonly ended: number;
  readonly mails: number;
  readonly tagged: number;
  /** People whose event was counted exactly once, and notes. */
  readonly countedOnce: number;
  readonly notes: number;
  /** What the counters of the funnel and of its steps say. */
  readonly counters: { readonly entered: number; readonly completed: number; readonly steps: number };
}

export async function auditOf(product: Product, id: number, { tag, people }: Scenery): Promise<FunnelAudit> {
  const numbers = (sql: string): Promise<number> => count(product, sql, { id, tagId: tag.id, people });
  const events = (type: string): Promise<number> =>
    numbers(`SELECT COUNT(*) AS total FROM domain_events WHERE type = '${type}' AND subject_id = :id`);
  return {
    completed: await numbers(
      `SELECT COUNT(*) AS total FROM funnel_entries WHERE funnel_id = :id AND status = 'completed'`,
    ),
    runs: await stepsTaken(product, id),
    announced: await events('funnel.sequence_completed'),
    failed: await numbers(
      `SELECT COUNT(*) AS total FROM funnel_step_runs r JOIN funnel_entries e ON e.id = r.entry_id
        WHERE e.funnel_id = :id AND r.outcome <> 'done'`,
    ),
    entered: await events('funnel.subscriber_added'),
    ended: await events('funnel.subscriber_completed'),
    mails: await numbers(
      `SELECT COUNT(*) AS total FROM email_messages WHERE source_type = 'funnel' AND source_id = :id AND state = 'sent'`,
    ),
    tagged: await numbers(
      'SELECT COUNT(*) AS total FROM contact_tags WHERE tag_id = :tagId AND contact_id IN (:people)',
    ),
    countedOnce: await numbers(
      'SELECT COUNT(*) AS total FROM tracked_events WHERE counter = 1 AND contact_id IN (:people)',
    ),
    notes: await numbers(
      `SELECT COUNT(*) AS total FROM notes WHERE subject_type = 'contact' AND title = 'Note' AND subject_id IN (:people)`,
    ),
    counters: {
      entered: await numbers('SELECT entered AS total FROM funnel_counts WHERE funnel_id = :id'),
      completed: await numbers('SELECT completed AS total FROM funnel_counts WHERE funnel_id = :id'),
      steps: await numbers(
        `SELECT CAST(COALESCE(SUM(c.completed), 0) AS SIGNED) AS total FROM funnel_step_counts c
           JOIN funnel_steps s ON s.id = c.step_id WHERE s.funnel_id = :id`,
      ),
    },
  };
}

/** How it looks when nobody was missed and nothing was done twice. */
export function flawlessWay(people: number, { steps, mails }: { readonly steps: number; readonly mails: number }) {
  return {
    ...{ completed: people, runs: people * steps, announced: people * steps, failed: 0 },
    ...{ entered: people, ended: people, mails: people * mails, tagged: people, countedOnce: people, notes: people },
    counters: { entered: people, completed: people, steps: people * steps },
  };
}

async function count(
  product: Product,
  sql: string,
  params: Readonly<Record<string, number | readonly number[]>>,
): Promise<number> {
  const [row] = await product.db.query<{ total: number }>(sql, params);
  return row?.total ?? 0;
}
