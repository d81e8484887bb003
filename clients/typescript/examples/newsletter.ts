/**
 * Creates a list, two contacts, and a campaign, and prints its emails. With Node.js 24, set CARILLON_PASSWORD and CARILLON_USERNAME, then:
 *
 *   npm run --prefix clients/typescript build && node clients/typescript/examples/newsletter.ts
 */
import { CarillonError, createClient } from '@carillon/client';

declare const process: { readonly env: Readonly<Record<string, string | undefined>> };

const carillon = createClient({
  baseUrl: process.env['CARILLON_URL'] ?? 'http://localhost:3000/api/v2',
  username: process.env['CARILLON_USERNAME'] ?? 'owner',
  password: process.env['CARILLON_PASSWORD'] ?? '',
});

const { lists: list } = await carillon.createList({ body: { title: `Newsletter of ${new Date().toISOString()}` } });
for (const first_name of ['Ada', 'Grace'])
  await carillon.createContact({
    body: {
      email: `${first_name.toLowerCase()}@example.com`,
      status: 'subscribed',
      first_name,
      lists: [list.id],
      __force_update: 'yes',
    },
  });

const { campaign } = await carillon.createCampaign({
  body: {
    title: `Spring news ${list.slug}`,
    email_subject: 'Hello {{ contact.first_name | default: "there" }}',
    email_body: '<p>It is spring.</p><p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
    lists: [list.id],
  },
});

try {
  await carillon.sendCampaign({ path: { id: campaign.id } });
} catch (error) {
  if (!(error instanceof CarillonError)) throw error;
  console.error(error.code, error.params);
}

let status: string;
do {
  await new Promise((resolve) => setTimeout(resolve, 500));
  ({ status } = (await carillon.getCampaignStatus({ path: { id: campaign.id } })).campaign);
} while (status === 'scheduled' || status === 'working');

for await (const mail of carillon.each.listCampaignEmails({ path: { id: campaign.id } }))
  console.log(mail.email_address, mail.status);
