import timers from 'node:timers/promises';
import { type SendMailOptions, type SentMessageInfo, createTransport } from 'nodemailer';
import { type SmtpBehaviour, SmtpSink } from '../support/smtp-sink.js';
import { waitUntil } from '../support/wait-until.js';

describe('the test mail server', () => {
  let sink: SmtpSink;
  beforeAll(async () => {
    sink = await SmtpSink.start();
  });
  beforeEach(() => {
    sink.reset();
  });
  afterEach(() => jest.restoreAllMocks());

  async function send(options: SendMailOptions = {}): Promise<SentMessageInfo> {
    const transport = createTransport(sink.url);
    return transport.sendMail({ from: 'bounce@example.com', to: 'ada@example.com', subject: 'Hello', ...options });
  }

  it('stores the envelope, the bytes, and the parsed message of accepted emails', async () => {
    await send({
      envelope: { from: 'bounce+7@example.com', to: ['ada@example.com', 'grace@example.com'] },
      subject: 'Grüße',
      html: '<p>Hi</p>',
      headers: { 'List-Id': '<news.example.com>' },
    });
    const [message] = sink.messages;
    expect(message?.envelope).toEqual({
      from: 'bounce+7@example.com',
      to: ['ada@example.com', 'grace@example.com'],
    });
    expect(message?.raw.toString()).toContain('\r\nSubject: =?UTF-8?');
    await expect(message?.parsed()).resolves.toMatchObject({ subject: 'Grüße', html: '<p>Hi</p>\n' });
    await expect(message?.header('List-ID')).resolves.toBe('<news.example.com>');
    expect(sink.connections).toBe(1);
  });

  it('stores lines that start with a dot unchanged', async () => {
    await send({ text: '.one\r\n..two\r\n.\r\nthree' });
    await expect(sink.messages[0]?.parsed()).resolves.toMatchObject({ text: '.one\n..two\n.\nthree\n' });
    expect(sink.messages).toHaveLength(1);
  });

  it('refuses connections, and accepts them again on the same port', async () => {
    const url = sink.url;
    await sink.refuse();
    await expect(send()).rejects.toThrow(/ECONNREFUSED/);
    await sink.accept();
    expect(sink.url).toBe(url);
    await send();
    expect(sink.messages).toHaveLength(1);
  });

  const refusals: [stage: string, behaviour: SmtpBehaviour, expected: object][] = [
    ['at the greeting', { greeting: { code: 421, text: '4.3.2 Too busy' } }, { responseCode: 421 }],
    ['at the sender', { sender: { code: 451, text: '4.7.1 Later' } }, { responseCode: 451, command: 'MAIL FROM' }],
    [
      'at the recipient, permanently',
      { recipients: { 'ada@example.com': { code: 550, text: '5.1.1 No such user' } } },
      { responseCode: 550, command: 'RCPT TO', response: '550 5.1.1 No such user' },
    ],
    [
      'at the recipient, temporarily',
      { recipients: () => ({ code: 450, text: '4.7.1 Greylisted' }) },
      { responseCode: 450, command: 'RCPT TO', response: '450 4.7.1 Greylisted' },
    ],
    [
      'after the data',
      { data: { code: 554, text: '5.7.1 Policy' } },
      { responseCode: 554, command: 'DATA', response: '554 5.7.1 Policy' },
    ],
  ];

  it.each(refusals)('refuses %s with the configured reply', async (_stage, behaviour, expected) => {
    sink.behave(behaviour);
    await expect(send()).rejects.toMatchObject(expected);
    expect(sink.messages).toHaveLength(0);
    sink.behave({});
    await send();
    expect(sink.messages).toHaveLength(1);
  });

  it('refuses some recipients and accepts the others', async () => {
    sink.behave({ recipients: { 'no@example.com': { code: 550, text: '5.1.1 No such user' } } });
    const sent = await send({ to: ['yes@example.com', 'no@example.com'] });
    expect(sent.rejected).toEqual(['no@example.com']);
    expect(sink.messages[0]?.envelope.to).toEqual(['yes@example.com']);
    expect(sink.recipientsSeen).toEqual(['yes@example.com', 'no@example.com']);
  });

  it.each([
    ['during the message', 'during_data', 0],
    ['after the final dot, with the message kept', 'after_data_kept', 1],
    ['after the final dot, with the message lost', 'after_data_lost', 0],
  ] as const)('resets the connection %s', async (_when, reset, kept) => {
    sink.behave({ reset });
    await expect(send({ text: 'x'.repeat(500_000) })).rejects.toMatchObject({
      code: expect.stringMatching(/ECONNECTION|ESOCKET|EPIPE|ECONNRESET/),
    });
    expect(sink.messages).toHaveLength(kept);
  });

  it('applies `behaveOnce` to one message only, also on a reused connection', async () => {
    sink.behaveOnce({ recipients: () => ({ code: 450, text: '4.7.1 Greylisted' }) });
    const transport = createTransport({ url: sink.url, pool: true, maxConnections: 1 } as never);
    const options = { from: 'a@example.com', to: 'b@example.com', text: 'x' };
    await expect(transport.sendMail(options)).rejects.toMatchObject({ responseCode: 450 });
    await transport.sendMail(options);
    await transport.sendMail(options);
    transport.close();
    expect(sink.messages).toHaveLength(2);
  });

  it('delays its replies as configured', async () => {
    const { setTimeout: sleep } = timers;
    const delayed: (() => void)[] = [];
    jest
      .spyOn(timers, 'setTimeout')
      .mockImplementation((ms, value) =>
        ms === 150 ? new Promise<never>((resolve) => delayed.push(resolve as () => void)) : sleep(ms, value),
      );
    sink.behave({ delay: { recipient: 150, data: 150 } });
    let isSent = false;
    const sending = send().then(() => (isSent = true));
    await waitUntil('the reply to the recipient is delayed', () => delayed.length === 1);
    delayed[0]!();
    await waitUntil('the reply to the data is delayed', () => delayed.length === 2);
    expect(isSent).toBe(false);
    delayed[1]!();
    await sending;
  });
});
