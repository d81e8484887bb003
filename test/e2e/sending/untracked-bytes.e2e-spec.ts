import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SmtpSink } from '../../support/smtp-sink.js';
import { World } from '../../support/world.js';

/** Written by the version before tracking consents; later versions changed the markup of the footer. */
const GOLDEN = join(__dirname, '../../golden/email-before-consent.eml');

describe('an installation without tracking consents', () => {
  it('sends the same bytes as the version before tracking consents', async () => {
    const sink = await SmtpSink.start();
    const world = await World.start({ env: { SMTP_URL: sink.url } });
    const list = (await world.given.list()).id;
    await world.given.contact({ email: 'ada@example.com', first_name: 'Ada', lists: [list] });
    const { id } = await world.given.campaign({
      email_subject: 'Spring for {{ contact.first_name }}',
      email_body:
        '<p><a href="https://shop.example/?of={{ contact.first_name }}">Look</a> <a href="https://shop.example/all">All</a></p>',
      lists: [list],
    });
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    await world.settle();
    const [message] = sink.messages;
    const raw = message!.raw.toString('latin1');
    // The time, and what is random in each email.
    const [, boundary = ''] = /boundary="?([^"\r\n;]+)/.exec(raw) ?? [];
    const masked = raw.replace(/^Date: .*$/m, 'Date: (now)').replaceAll(boundary, '(boundary)');
    expect(masked).toBe(await readFile(GOLDEN, 'latin1'));
  });
});
