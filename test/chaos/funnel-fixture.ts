import { insertSubscribers } from '../support/builders/audience.js';
import type { Product } from '../support/product.js';
import { waitUntil } from '../support/wait-until.js';

const PEOPLE_PER_REQUEST = 1_000;

/** A step in the body of a request. */
export type SequenceBody = Readonly<Record<string, unknown>>;

interface Label {
  readonly id: number;
}

/** The list, tag, and contacts that the funnel of a test uses. */
export interface Fixture {
  readonly list: Label;
  readonly tag: Label;
  readonly people: readonly number[];
}

export async function prepare(product: Product, name: string, size: number): Promise<Fixture> {
  const list = await product.given.list({ title: `People of ${name}` });
  const tag = await product.given.tag({ title: `Completed ${name}` });
  await insertSubscribers(product.db, list.id, name, size);
  const rows = await product.db.query<{ id: number }>(
    'SELECT contact_id AS id FROM contact_lists WHERE list_id = :listId ORDER BY contact_id',
    { listId: list.id },
  );
  return { list, tag, people: rows.map(({ id }) => id) };
}

/**
 * Returns six steps with different effects: an email, a tag, a tracked event, a branch, a note, and another email.
 * @param pause seconds before the tag and before the branch.
 */
export function sampleSteps({ tag }: Fixture, pause = 1): SequenceBody[] {
  return [
    emailStep('Hello'),
    { action_name: 'add_contact_to_tag', delay: pause, settings: { tags: [tag.id] } },
    { action_name: 'track_event', settings: { event_key: 'step_ran', title: 'Step ran', value: 'once' } },
    {
      action_name: 'funnel_condition',
      delay: pause,
      settings: { conditions: [[{ source: ['tags', 'id'], operator: 'in', value: [tag.id] }]] },
      children: {
        yes: [{ action_name: 'add_contact_note', settings: { title: 'Note', description: 'Once', type: 'note' } }],
        no: [{ action_name: 'add_contact_note', settings: { title: 'Wrong', description: 'Never', type: 'note' } }],
      },
    },
    emailStep('Goodbye'),
  ];
}

export function emailStep(subject: string): SequenceBody {
  return {
    action_name: 'send_custom_email',
    title: subject,
    settings: {
      email_subject: subject,
      email_body: '<p>Hello</p><p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
    },
  };
}

/** Creates and publishes a funnel. @returns its id. */
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

/** Returns the steps of the current version as the API shows them, for an edit. */
export async function sequencesOf(product: Product, id: number): Promise<SequenceBody[]> {
  const { body } = await product.client.get(`/funnels/${id}/sequences`).expect(200);
  return (body as { sequences: SequenceBody[] }).sequences;
}

export async function enroll(product: Product, id: number, people: readonly number[]): Promise<void> {
  for (let start = 0; start < people.length; start += PEOPLE_PER_REQUEST)
    await product.client
      .post(`/funnels/${id}/subscribers`)
      .send({ subscribers: people.slice(start, start + PEOPLE_PER_REQUEST) })
      .expect(200);
}

export async function stepRuns(product: Product, id: number): Promise<number> {
  return count(
    product,
    `SELECT COUNT(*) AS total FROM funnel_step_runs r JOIN funnel_entries e ON e.id = r.entry_id WHERE e.funnel_id = :id`,
    { id },
  );
}

/** Waits until no enrollment is active, no email is unsent, and every event is delivered. */
export async function waitUntilDone(product: Product, id: number): Promise<void> {
  const left = async (): Promise<number> =>
    count(
      product,
      `SELECT (SELECT COUNT(*) FROM funnel_entries WHERE funnel_id = :id AND status = 'active')
            + (SELECT COUNT(*) FROM email_messages
                WHERE source_type = 'funnel' AND source_id = :id AND state IN ('pending', 'sending', 'deferred'))
            + (SELECT COUNT(*) FROM domain_events WHERE state = 'new') AS total`,
      { id },
    );
  await waitUntil(`every contact has completed funnel ${id}`, async () => (await left()) === 0, 100);
}

/** Figures of a funnel that every contact has completed. */
export interface FunnelAudit {
  readonly completed: number;
  /** Step runs, and their events; a run that was announced twice makes the second number larger. */
  readonly runs: number;
  readonly announced: number;
  readonly failed: number;
  readonly entered: number;
  /** Events of completed enrollments. */
  readonly ended: number;
  readonly emails: number;
  readonly tagged: number;
  /** Contacts whose tracked event has the count 1. */
  readonly countedOnce: number;
  readonly notes: number;
  /** The counters of the funnel and of its steps. */
  readonly counters: { readonly entered: number; readonly completed: number; readonly steps: number };
}

export async function auditFunnel(product: Product, id: number, { tag, people }: Fixture): Promise<FunnelAudit> {
  const numbers = (sql: string): Promise<number> => count(product, sql, { id, tagId: tag.id, people });
  const events = (type: string): Promise<number> =>
    numbers(`SELECT COUNT(*) AS total FROM domain_events WHERE type = '${type}' AND subject_id = :id`);
  return {
    completed: await numbers(
      `SELECT COUNT(*) AS total FROM funnel_entries WHERE funnel_id = :id AND status = 'completed'`,
    ),
    runs: await stepRuns(product, id),
    announced: await events('funnel.sequence_completed'),
    failed: await numbers(
      `SELECT COUNT(*) AS total FROM funnel_step_runs r JOIN funnel_entries e ON e.id = r.entry_id
        WHERE e.funnel_id = :id AND r.outcome <> 'done'`,
    ),
    entered: await events('funnel.subscriber_added'),
    ended: await events('funnel.subscriber_completed'),
    emails: await numbers(
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

/** Returns the figures of a funnel in which every step ran exactly once for every contact. */
export function expectedAudit(people: number, { steps, emails }: Readonly<Record<'steps' | 'emails', number>>) {
  return {
    ...{ completed: people, runs: people * steps, announced: people * steps, failed: 0 },
    ...{ entered: people, ended: people, emails: people * emails, tagged: people, countedOnce: people, notes: people },
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
