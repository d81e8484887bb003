import type { Reader } from '../../platform/database/database.js';
import type { JsonObject } from '../../platform/values/json.js';

/** What started an enrollment in a funnel. */
export type TriggerData = JsonObject;

/** Reads the data of enrollments, by enrollment id; those without data are missing. */
export async function triggerDataOf(reader: Reader, entryIds: readonly number[]): Promise<Map<number, TriggerData>> {
  if (entryIds.length === 0) return new Map();
  const rows = await reader.query<{ id: number; data: string }>(
    'SELECT entry_id AS id, data FROM funnel_entry_data WHERE entry_id IN (:entryIds)',
    { entryIds },
  );
  return new Map(rows.map(({ id, data }) => [id, JSON.parse(data) as TriggerData]));
}

interface Email {
  readonly recipient_key: string;
}

/** Reads the data for emails. Their keys name the enrollment, so two emails of one contact never share it. */
export async function triggerDataOfEmails(
  reader: Reader,
  emails: readonly Email[],
): Promise<(email: Email) => TriggerData | undefined> {
  const entryIdOf = ({ recipient_key: key }: Email): number => Number(/^(\d+):\d+$/.exec(key)?.[1] ?? 0);
  const data = await triggerDataOf(
    reader,
    emails.map(entryIdOf).filter((id) => id > 0),
  );
  return (email) => data.get(entryIdOf(email));
}

/** Returns the values of Liquid: the data, and its event and order. */
export const triggerValues = (data: TriggerData) => ({
  trigger: data,
  event: data['event'] ?? null,
  order: data['order'] ?? null,
});
