import type { Tx } from '../../../platform/database/database.js';
import { sqlTimestamp } from '../../../platform/clock/timestamps.js';
import { CONTACT_COLUMNS } from '../contact-columns.js';
import type { Contact } from '../contact.entity.js';

const CONTACTS_AT_ONCE = 500;
/** As wide as the widest of the columns; the column that it goes into judges it. */
const ANY_VALUE = 'VARCHAR(2048)';

/** Writes these members of contacts that the caller has locked, different values for each of them, in one statement. */
export async function storeColumns(
  tx: Tx,
  contacts: readonly Contact[],
  members: readonly (keyof Contact)[],
): Promise<void> {
  if (members.length === 0) return;
  for (let start = 0; start < contacts.length; start += CONTACTS_AT_ONCE)
    await tx.execute(
      `UPDATE contacts c
         JOIN JSON_TABLE(:rows, '$[*]' COLUMNS (
                id INT UNSIGNED PATH '$.id',
                ${members.map((member) => `${member} ${ANY_VALUE} PATH '$.${member}'`).join(', ')})) r ON r.id = c.id
          SET ${members.map((member) => `c.${CONTACT_COLUMNS[member]} = r.${member}`).join(', ')}`,
      {
        rows: JSON.stringify(
          contacts
            .slice(start, start + CONTACTS_AT_ONCE)
            .map((contact) =>
              Object.fromEntries(['id', ...members].map((member) => [member, stored(contact, member)])),
            ),
        ),
      },
    );
}

function stored(contact: Contact, member: string): string | number | null {
  const value = contact[member as keyof Contact];
  return value instanceof Date ? sqlTimestamp(value) : value;
}
