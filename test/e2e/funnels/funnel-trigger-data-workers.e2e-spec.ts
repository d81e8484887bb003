import { anotherWorker } from '../../support/another-worker.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { World } from '../../support/world.js';

const COUNT = process.env['TEST_DEPTH'] === 'full' ? 100_000 : 2_000;
const PER_CALL = 25;

describe('the data of many enrollments', () => {
  it('reaches no other email through two workers', async () => {
    const sink = await SmtpSink.start();
    const world = await World.start({ env: { SMTP_URL: sink.url, MAIL_FROM: 'Carillon <news@carillon.example>' } });
    await anotherWorker(world);
    const mail = {
      action_name: 'send_custom_email',
      settings: {
        email_subject: '{{ trigger.code }} {{ contact.email }}',
        email_body:
          '<p>[{{ trigger.code }}]{% for item in order.items %}({{ item }}){% endfor %} <a href="{{ unsubscribe_url }}">Out</a></p>',
      },
    };
    // Each contact is in two funnels at once, so batches hold two emails of one contact.
    const funnels = [
      await world.given.publishedFunnel({ trigger_name: 'custom_many', sequences: [mail] }),
      await world.given.publishedFunnel({ trigger_name: 'custom_others', sequences: [mail] }),
    ];
    const addresses = Array.from(
      { length: COUNT / funnels.length },
      (_, index) => `reader-${index}@host-${index % 50}.example`,
    );
    await world.db.transaction((tx) =>
      tx.insertRows(
        'contacts',
        ['email', 'hash', 'status', 'search_text', 'created_at', 'updated_at'],
        addresses.map((email, index) => [
          email,
          index.toString(16).padStart(32, '0'),
          'subscribed',
          email,
          new Date(),
          new Date(),
        ]),
      ),
    );
    for (let start = 0; start < addresses.length; start += PER_CALL)
      await Promise.all(
        addresses.slice(start, start + PER_CALL).flatMap((email) =>
          ['custom_many', 'custom_others'].map(async (name) => {
            const code = `${name}-${email}`;
            await world.all
              .post(`/triggers/${name}`)
              .send({ email, payload: { code, order: { items: [code, email] } } })
              .expect(200);
          }),
        ),
      );
    await world.settle();
    expect(sink.messages).toHaveLength(COUNT);
    let wrong = 0;
    const seen = new Set<string>();
    for (const message of sink.messages) {
      const { subject = '', html } = await message.parsed();
      const [, name = '', email = ''] = /^(custom_[a-z]+)-\S+ (\S+)$/.exec(subject) ?? [];
      const code = `${name}-${email}`;
      const isOwn =
        email === message.envelope.to[0] &&
        subject.startsWith(`${code} `) &&
        String(html).includes(`[${code}](${code})(${email})`);
      if (!isOwn) wrong += 1;
      seen.add(subject);
    }
    expect({ wrong, different: seen.size }).toEqual({ wrong: 0, different: COUNT });
  });
});
