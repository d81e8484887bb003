import { type Socket } from 'node:net';
import tls from 'node:tls';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { DevelopmentAuthority } from '../../src/modules/development/webhook-receiver/certificate-authority.js';
import type { MailServer } from '../../src/platform/smtp/mail-server.js';
import { type SmtpTimeouts } from '../../src/platform/smtp/smtp-dialogue.js';
import { SmtpConnectionError, SmtpLine } from '../../src/platform/smtp/smtp-line.js';
import type { SendOutcome } from '../../src/platform/smtp/smtp-reply.js';
import { RawServer } from '../support/raw-server.js';

const MAIL = {
  envelopeFrom: 'news@shop.example',
  recipient: 'ada@example.com',
  raw: Buffer.from('Subject: Hi\r\n\r\nHi\r\n'),
};
const SHORT_SMTP_TIMEOUTS: SmtpTimeouts = { connectMs: 300, greetingMs: 300, replyMs: 300 };

const at = (port: number, changes: Partial<MailServer> = {}): MailServer => ({
  key: 'test',
  host: '127.0.0.1',
  port,
  secure: false,
  requireTls: false,
  ignoreTls: false,
  mayConnectTo: () => true,
  login: null,
  ...changes,
});

/** A server that follows a script: each entry is said when the client has sent the line (or the end of the body). */
async function scripted(greeting: string, answers: Readonly<Record<string, string | ((socket: Socket) => void)>>) {
  const heard: string[] = [];
  const bodies: Buffer[] = [];
  const server = await RawServer.start((socket) => {
    let text = Buffer.alloc(0);
    let inBody = false;
    const answer = (name: string): void => {
      const said = answers[name] ?? '250 ok';
      if (typeof said === 'function') said(socket);
      else if (said !== '') socket.write(said.endsWith('\n') ? said : `${said}\r\n`);
      if (said === '354') inBody = true;
    };
    if (greeting !== '') socket.write(`${greeting}\r\n`);
    socket.on('data', (chunk: Buffer) => {
      text = Buffer.concat([text, chunk]);
      for (;;) {
        const end = text.indexOf(inBody ? '\r\n.\r\n' : '\r\n');
        const empty = inBody && text.subarray(0, 3).toString() === '.\r\n';
        if (end === -1 && !empty) return;
        if (inBody) {
          bodies.push(text.subarray(0, empty ? 0 : end + 2));
          text = text.subarray(empty ? 3 : end + 5);
          inBody = false;
          answer('.');
          continue;
        }
        const line = text.toString('latin1', 0, end);
        text = text.subarray(end + 2);
        heard.push(line);
        answer(line.split(/[ :]/)[0]!.toUpperCase());
      }
    });
  });
  return { server, heard, bodies, port: server.port };
}

describe('a line to a mail server', () => {
  const stops: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
  });

  const script: typeof scripted = async (greeting, answers) => {
    const made = await scripted(greeting, answers);
    stops.push(() => made.server.stop());
    return made;
  };

  async function library(options: SMTPServerOptions): Promise<{ port: number; raw: string[] }> {
    const raw: string[] = [];
    const server = new SMTPServer({
      disableReverseLookup: true,
      closeTimeout: 1,
      onData(stream, _session, callback) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          raw.push(Buffer.concat(chunks).toString());
          callback(null, 'kept');
        });
      },
      ...options,
    });
    server.on('error', () => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    stops.push(
      () =>
        new Promise<void>((resolve) => {
          server.close(resolve);
        }),
    );
    return { port: (server.server.address() as { port: number }).port, raw };
  }

  async function sending(port: number, changes: Partial<MailServer> = {}, mail = MAIL): Promise<SendOutcome> {
    const line = await SmtpLine.open(at(port, changes), SHORT_SMTP_TIMEOUTS);
    stops.push(async () => {
      line.close();
      await Promise.resolve();
    });
    return line.transfer(mail);
  }

  it('hands a mail over, and then another one', async () => {
    const { port, heard, bodies } = await script('220-hello\r\n220 there', {
      EHLO: '250-x\r\n250 8BITMIME',
      DATA: '354',
    });
    const line = await SmtpLine.open(at(port), SHORT_SMTP_TIMEOUTS);
    expect(await line.transfer(MAIL)).toEqual({ kind: 'accepted', code: '250', response: '250 ok' });
    expect(await line.transfer({ ...MAIL, recipient: 'bob@example.com' })).toMatchObject({ kind: 'accepted' });
    expect(heard.slice(1)).toEqual([
      ...['MAIL FROM:<news@shop.example>', 'RCPT TO:<ada@example.com>', 'DATA'],
      ...['MAIL FROM:<news@shop.example>', 'RCPT TO:<bob@example.com>', 'DATA'],
    ]);
    expect(bodies.map(String)).toEqual(['Subject: Hi\r\n\r\nHi\r\n', 'Subject: Hi\r\n\r\nHi\r\n']);
    expect(line.isUsable).toBe(true);
    line.quit();
  });

  it('T37 doubles the dots that begin a line, so that the server gets the very bytes', async () => {
    const { port, raw } = await library({ disabledCommands: ['AUTH', 'STARTTLS'], authOptional: true });
    const body = '.\r\n..two\r\nplain .\r\n.\r\n\r\n.end\r\n';
    await sending(port, {}, { ...MAIL, raw: Buffer.from(body) });
    expect(raw).toEqual([body]);
  });

  it('sends the envelope in one go to a server that takes it so', async () => {
    const { port, heard } = await script('220 x', { EHLO: '250-x\r\n250-PIPELINING\r\n250 SIZE 1000000', DATA: '354' });
    expect(await sending(port)).toMatchObject({ kind: 'accepted' });
    expect(heard).toContain(`MAIL FROM:<news@shop.example> SIZE=${MAIL.raw.length}`);
  });

  it.each([
    ['a refused recipient', { RCPT: '550 5.1.1 no such user', DATA: '503 no recipients' }, 'bounced', []],
    [
      'one whose server wants the body all the same',
      { RCPT: '550 5.1.1 no such user', DATA: '354', '.': '554 no recipients' },
      'bounced',
      [''],
    ],
    [
      'a refused sender',
      { MAIL: '550 5.1.8 bad sender', RCPT: '503 first MAIL', DATA: '503 first RCPT' },
      'provider_fault',
      [],
    ],
    ['a recipient to be tried later', { RCPT: '450 4.2.2 busy', DATA: '503 no recipients' }, 'deferred', []],
  ] as const)('understands %s in a pipeline, and stays in step', async (_case, answers, kind, bodiesSeen) => {
    const { port, bodies } = await script('220 x', { EHLO: '250-x\r\n250 PIPELINING', ...answers });
    const line = await SmtpLine.open(at(port), SHORT_SMTP_TIMEOUTS);
    expect(await line.transfer(MAIL)).toMatchObject({ kind });
    expect(bodies.map(String)).toEqual(bodiesSeen);
    expect(await line.reset()).toBe(true);
    line.close();
  });

  it.each(['PLAIN', 'LOGIN', 'CRAM-MD5'])('logs in by %s, and hears it when the password is wrong', async (method) => {
    const password = 'gehéim';
    const { port } = await library({
      authMethods: [method],
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth(auth, _session, callback) {
        const right =
          method === 'CRAM-MD5'
            ? auth.validatePassword(password)
            : auth.password === password && auth.username === 'ada';
        if (right) callback(null, { user: 'ada' });
        else callback(Object.assign(new Error('bad credentials'), { responseCode: 535 }));
      },
    });
    expect(await sending(port, { login: { username: 'ada', password } })).toMatchObject({ kind: 'accepted' });
    const refused = sending(port, { login: { username: 'ada', password: 'wrong' } });
    await expect(refused).rejects.toMatchObject({
      step: 'login',
      outcome: { kind: 'provider_fault', code: '535', stage: 'login' },
    });
    await expect(refused).rejects.not.toThrow('wrong');
  });

  describe('over TLS', () => {
    const connect = tls.connect;
    let certificate: { key: string; cert: string };
    let authority: string;
    beforeAll(async () => {
      const made = await DevelopmentAuthority.of(mkdtempSync(join(tmpdir(), 'carillon-smtp-')));
      const issued = await made.issue({ hosts: ['localhost', '127.0.0.1'] });
      certificate = issued;
      authority = made.certificate;
    });
    afterEach(() => jest.restoreAllMocks());

    /** What NODE_EXTRA_CA_CERTS does for a whole process. */
    const trustAuthority = (): void => {
      jest
        .spyOn(tls, 'connect')
        .mockImplementation(((options: tls.ConnectionOptions) => connect({ ...options, ca: authority })) as never);
    };
    const options = (changes: SMTPServerOptions = {}): SMTPServerOptions => ({
      ...certificate,
      disabledCommands: ['AUTH'],
      authOptional: true,
      ...changes,
    });

    it.each([
      ['from the first byte', { secure: true }, { secure: true }],
      ['by STARTTLS', {}, {}],
    ])('hands a mail over %s', async (_case, serverOptions, changes) => {
      trustAuthority();
      let wasSecure = false;
      const { port } = await library(
        options({
          ...serverOptions,
          onMailFrom(_address, session, callback) {
            wasSecure = session.secure;
            callback();
          },
        }),
      );
      expect(await sending(port, changes)).toMatchObject({ kind: 'accepted' });
      expect(wasSecure).toBe(true);
    });

    it.each([
      ['from the first byte', { secure: true }, { secure: true }],
      ['by STARTTLS', {}, {}],
    ])('says nothing to a server that nobody vouches for, %s', async (_case, serverOptions, changes) => {
      const { port, raw } = await library(options(serverOptions));
      await expect(sending(port, changes)).rejects.toMatchObject({ outcome: { kind: 'not_sent' } });
      expect(raw).toEqual([]);
    });

    it('does not take words for the server’s that were said before TLS began', async () => {
      const { port, heard } = await script('220 x', {
        EHLO: '250-x\r\n250 STARTTLS',
        STARTTLS: '220 go\r\n250 injected\r\n',
      });
      await expect(sending(port)).rejects.toBeInstanceOf(SmtpConnectionError);
      expect(heard.some((line) => line.startsWith('MAIL'))).toBe(false);
    });

    it('does without TLS only where that is allowed', async () => {
      const { port } = await script('220 x', { EHLO: '250 x', DATA: '354', STARTTLS: '502 no such command' });
      expect(await sending(port)).toMatchObject({ kind: 'accepted' });
      await expect(sending(port, { requireTls: true })).rejects.toMatchObject({ outcome: { kind: 'provider_fault' } });
    });
  });

  it.each([
    ['refuses at the greeting', '421 4.3.2 too busy', {}, { kind: 'provider_fault' }],
    ['never greets', '', {}, { kind: 'not_sent', reason: 'connect: ETIMEDOUT' }],
    ['speaks another language', 'SSH-2.0-OpenSSH_9.2', {}, { kind: 'not_sent', reason: 'connect: EPROTOCOL' }],
    [
      'never stops answering',
      '220 x',
      { EHLO: `250-${'x'.repeat(70_000)}` },
      { kind: 'not_sent', reason: 'connect: EPROTOCOL' },
    ],
  ] as const)('has no line to a server that %s', async (_case, greeting, answers, outcome) => {
    const { port } = await script(greeting, answers);
    await expect(sending(port)).rejects.toMatchObject({ outcome });
  });

  it.each([
    ['at MAIL', { MAIL: (socket: Socket) => socket.resetAndDestroy() }, 'not_sent'],
    ['at RCPT', { RCPT: (socket: Socket) => socket.destroy() }, 'not_sent'],
    ['at DATA', { DATA: (socket: Socket) => socket.resetAndDestroy() }, 'not_sent'],
    ['after the final dot', { DATA: '354', '.': (socket: Socket) => socket.resetAndDestroy() }, 'unknown'],
    ['with silence after the final dot', { DATA: '354', '.': '' }, 'unknown'],
  ] as const)('knows how far it came when it broke %s', async (_case, answers, kind) => {
    const { port } = await script('220 x', { EHLO: '250 x', ...answers });
    expect(await sending(port)).toMatchObject({ kind });
  });

  it('hears a server that ends it between two mails, and is not used any more', async () => {
    const { port } = await script('220 x', {
      EHLO: '250 x',
      DATA: '354',
      '.': '250 ok\r\n421 4.4.2 idle for too long\r\n',
    });
    const line = await SmtpLine.open(at(port), SHORT_SMTP_TIMEOUTS);
    expect(await line.transfer(MAIL)).toMatchObject({ kind: 'accepted' });
    expect(line.isUsable).toBe(false);
  });

  it.each(['evil@x> SIZE=1\r\nRCPT TO:<b@x', 'two@x,evil@x', 'a b@x', 'jörg@example.com', '"a"@x', '@x'])(
    'says no word to the server about the address %j',
    async (recipient) => {
      const { port, heard } = await script('220 x', { EHLO: '250-x\r\n250 PIPELINING', DATA: '354' });
      expect(await sending(port, {}, { ...MAIL, recipient })).toMatchObject({ kind: 'refused' });
      expect(heard).toHaveLength(1);
    },
  );

  it('writes an internationalised domain as servers know it', async () => {
    const { port, heard } = await script('220 x', { EHLO: '250 x', DATA: '354' });
    await sending(port, {}, { ...MAIL, recipient: 'ada@bücher.example' });
    expect(heard).toContain('RCPT TO:<ada@xn--bcher-kva.example>');
  });

  it('does not begin with a mail that is larger than the server takes', async () => {
    const { port, heard } = await script('220 x', { EHLO: '250-x\r\n250 SIZE 10' });
    expect(await sending(port)).toMatchObject({ kind: 'refused', response: 'larger than the server takes' });
    expect(heard).toHaveLength(1);
  });
});
