import type { Socket } from 'node:net';
import tls from 'node:tls';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { DevelopmentAuthority } from '../../src/modules/development/webhook-receiver/certificate-authority.js';
import { probeMailServer } from '../../src/modules/senders/diagnosis/mail-server-probe.js';
import { AccessTokenError, type TokenSource } from '../../src/platform/oauth2/access-tokens.js';
import { type MailServer, serverOfUrl } from '../../src/platform/smtp/mail-server.js';
import type { SmtpTimeouts } from '../../src/platform/smtp/smtp-dialogue.js';
import { SmtpConnectionError, SmtpLine } from '../../src/platform/smtp/smtp-line.js';
import { type SendOutcome, wordsOf } from '../../src/platform/smtp/smtp-reply.js';
import { RawServer } from '../support/raw-server.js';
import { stopAtEnd } from '../support/stop-at-end.js';

const EMAIL = {
  envelopeFrom: 'news@shop.example',
  recipient: 'ada@example.com',
  raw: Buffer.from('Subject: Hi\r\n\r\nHi\r\n'),
};
/** Leads to this machine, but is no loopback address. */
const ANOTHER_HOST = '0.0.0.0';
const TIMEOUTS: SmtpTimeouts = { connectMs: 60_000, greetingMs: 60_000, replyMs: 60_000 };
/** For replies that never come. */
const SHORT_MS = 300;

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

/** Starts a server with scripted replies to lines, and to the end of the body (`.`). */
async function scripted(greeting: string, answers: Readonly<Record<string, string | ((socket: Socket) => void)>>) {
  const lines: string[] = [];
  const bodies: Buffer[] = [];
  const server = await RawServer.start((socket) => {
    let text = Buffer.alloc(0);
    let inBody = false;
    const answer = (name: string): void => {
      const reply = answers[name] ?? '250 ok';
      if (typeof reply === 'function') reply(socket);
      else if (reply !== '') socket.write(reply.endsWith('\n') ? reply : `${reply}\r\n`);
      if (reply === '354') inBody = true;
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
        lines.push(line);
        answer(line.split(/[ :]/)[0]!.toUpperCase());
      }
    });
  });
  return { server, lines, bodies, port: server.port };
}

describe('a connection to a mail server', () => {
  async function smtpServer(options: SMTPServerOptions): Promise<{ port: number; raw: string[] }> {
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
    stopAtEnd({
      stop: () =>
        new Promise<void>((resolve) => {
          server.close(resolve);
        }),
    });
    return { port: (server.server.address() as { port: number }).port, raw };
  }

  async function sending(
    port: number,
    changes: Partial<MailServer> = {},
    email = EMAIL,
    timeouts = TIMEOUTS,
  ): Promise<SendOutcome> {
    const line = await SmtpLine.open(at(port, changes), timeouts);
    stopAtEnd({
      stop: () => {
        line.close();
      },
    });
    return line.transfer(email);
  }

  it('submits one email after the other', async () => {
    const { port, lines, bodies } = await scripted('220-hello\r\n220 there', {
      EHLO: '250-x\r\n250 8BITMIME',
      DATA: '354',
    });
    const line = await SmtpLine.open(at(port), TIMEOUTS);
    expect(await line.transfer(EMAIL)).toEqual({ kind: 'accepted', code: '250', response: '250 ok' });
    expect(await line.transfer({ ...EMAIL, recipient: 'bob@example.com' })).toMatchObject({ kind: 'accepted' });
    expect(lines.slice(1)).toEqual([
      ...['MAIL FROM:<news@shop.example>', 'RCPT TO:<ada@example.com>', 'DATA'],
      ...['MAIL FROM:<news@shop.example>', 'RCPT TO:<bob@example.com>', 'DATA'],
    ]);
    expect(bodies.map(String)).toEqual(['Subject: Hi\r\n\r\nHi\r\n', 'Subject: Hi\r\n\r\nHi\r\n']);
    expect(line.isUsable).toBe(true);
    line.quit();
  });

  it('T37 doubles dots at the start of a line, so that the server receives the same bytes', async () => {
    const { port, raw } = await smtpServer({ disabledCommands: ['AUTH', 'STARTTLS'], authOptional: true });
    const body = '.\r\n..two\r\nplain .\r\n.\r\n\r\n.end\r\n';
    await sending(port, {}, { ...EMAIL, raw: Buffer.from(body) });
    expect(raw).toEqual([body]);
  });

  it('sends the envelope at once to a server with PIPELINING', async () => {
    const { port, lines } = await scripted('220 x', {
      EHLO: '250-x\r\n250-PIPELINING\r\n250 SIZE 1000000',
      DATA: '354',
    });
    expect(await sending(port)).toMatchObject({ kind: 'accepted' });
    expect(lines).toContain(`MAIL FROM:<news@shop.example> SIZE=${EMAIL.raw.length}`);
  });

  it.each([
    ['a refused recipient', { RCPT: '550 5.1.1 no such user', DATA: '503 no recipients' }, 'bounced', []],
    [
      'a refused recipient whose server still expects the body',
      { RCPT: '550 5.1.1 no such user', DATA: '354', '.': '554 no recipients' },
      'bounced',
      [''],
    ],
    [
      'a refused sender',
      { MAIL: '550 5.1.8 bad sender', RCPT: '503 bad sequence', DATA: '503 bad sequence' },
      'provider_fault',
      [],
    ],
    ['a deferred recipient', { RCPT: '450 4.2.2 busy', DATA: '503 no recipients' }, 'deferred', []],
  ] as const)('handles %s in a pipeline, and stays synchronized', async (_case, answers, kind, bodiesSeen) => {
    const { port, bodies } = await scripted('220 x', { EHLO: '250-x\r\n250 PIPELINING', ...answers });
    const line = await SmtpLine.open(at(port), TIMEOUTS);
    expect(await line.transfer(EMAIL)).toMatchObject({ kind });
    expect(bodies.map(String)).toEqual(bodiesSeen);
    expect(await line.reset()).toBe(true);
    line.close();
  });

  it.each(['PLAIN', 'LOGIN', 'CRAM-MD5'])('logs in by %s, and reports a wrong password', async (method) => {
    const password = 'gehéim';
    const { port } = await smtpServer({
      authMethods: [method],
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth(auth, _session, callback) {
        const isCorrect =
          method === 'CRAM-MD5'
            ? auth.validatePassword(password)
            : auth.password === password && auth.username === 'ada';
        if (isCorrect) callback(null, { user: 'ada' });
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

  describe('by an access token', () => {
    const CHALLENGE = '{"status":"400","schemes":"Bearer"}';
    const base64 = (text: string): string => Buffer.from(text).toString('base64');
    const commandFor = (token: string): string => `AUTH XOAUTH2 ${base64(`user=ada\x01auth=Bearer ${token}\x01\x01`)}`;

    /** A cached token first, and a new one for each refused one. */
    function tokens(cached: string, fresh = 'fresh'): { login: MailServer['login']; refused: unknown[] } {
      const refused: unknown[] = [];
      const source: TokenSource = {
        get: (old) => {
          if (old !== undefined) refused.push(old);
          return Promise.resolve({ value: old === undefined ? cached : fresh, isNew: old !== undefined });
        },
      };
      return { login: { username: 'ada', tokens: source }, refused };
    }

    /** A server that accepts one token, and explains a refusal in a challenge. */
    const accepting = (token: string, mechanisms = 'PLAIN XOAUTH2'): ReturnType<typeof scripted> => {
      const seen: string[] = [];
      const made = scripted('220 x', {
        EHLO: `250-x\r\n250 AUTH ${mechanisms}`,
        DATA: '354',
        AUTH: (socket) => {
          void made.then(({ lines }) => {
            seen.push(lines.at(-1)!);
            socket.write(seen.at(-1) === commandFor(token) ? '235 welcome\r\n' : `334 ${base64(CHALLENGE)}\r\n`);
          });
        },
        '': '535 5.7.8 not accepted',
      });
      return made;
    };

    it('logs in with an initial response', async () => {
      const { port, lines } = await accepting('t0ken');
      expect(await sending(port, { login: tokens('t0ken').login })).toMatchObject({ kind: 'accepted' });
      expect(lines[1]).toBe(commandFor('t0ken'));
    });

    it('replaces a refused token once, on the same connection', async () => {
      const { port, lines, server } = await accepting('fresh');
      const { login, refused } = tokens('revoked');
      expect(await sending(port, { login })).toMatchObject({ kind: 'accepted' });
      expect(refused).toEqual(['revoked']);
      expect(lines.slice(1, 4)).toEqual([commandFor('revoked'), '', commandFor('fresh')]);
      expect(server.accepted).toBe(1);
    });

    it('answers the challenge of a refusal, and reports it without the token', async () => {
      const { port, lines } = await accepting('another');
      const { login, refused } = tokens('revoked');
      const failure = await sending(port, { login }).catch((error: unknown) => error);
      expect(failure).toMatchObject({
        step: 'login',
        outcome: {
          kind: 'provider_fault',
          code: '535',
          stage: 'login',
          response: `535 5.7.8 not accepted ${CHALLENGE}`,
        },
      });
      expect(JSON.stringify(failure) + String(failure)).not.toMatch(/revoked|fresh/);
      expect(refused).toHaveLength(1);
      expect(lines.slice(1)).toEqual([commandFor('revoked'), '', commandFor('fresh'), '']);
    });

    it('does not send a token to a server without the mechanism', async () => {
      const { port, lines } = await accepting('t0ken', 'PLAIN LOGIN');
      await expect(sending(port, { login: tokens('t0ken').login })).rejects.toMatchObject({
        step: 'login',
        outcome: { kind: 'not_sent', reason: 'login: the server does not offer the mechanism XOAUTH2' },
      });
      expect(lines).toHaveLength(1);
    });

    it.each([
      ['a refused refresh token', true, 'login', { kind: 'provider_fault', code: '535', stage: 'login' }],
      ['an unavailable token endpoint', false, 'connect', { kind: 'not_sent' }],
    ])('sends nothing with %s', async (_case, isRefusal, step, outcome) => {
      const error = new AccessTokenError('no token', isRefusal);
      const { port } = await accepting('t0ken');
      const login = { username: 'ada', tokens: { get: () => Promise.reject(error) } };
      await expect(sending(port, { login })).rejects.toMatchObject({ step, outcome });
    });
  });

  describe('over TLS', () => {
    const connect = tls.connect;
    let made: DevelopmentAuthority;
    let certificate: { key: string; cert: string };
    let authority: string;
    beforeAll(async () => {
      made = await DevelopmentAuthority.of(mkdtempSync(join(tmpdir(), 'carillon-smtp-')));
      const issued = await made.issue({ hosts: ['localhost', '127.0.0.1'] });
      certificate = issued;
      authority = made.certificate;
    });
    afterEach(() => jest.restoreAllMocks());

    /** Trusts the authority, as NODE_EXTRA_CA_CERTS does for a process. */
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
    ])('submits an email %s', async (_case, serverOptions, changes) => {
      trustAuthority();
      let wasSecure = false;
      const { port } = await smtpServer(
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
    ])('sends nothing to a server with an untrusted certificate, %s', async (_case, serverOptions, changes) => {
      const { port, raw } = await smtpServer(options(serverOptions));
      const refused = sending(port, { ...changes, host: ANOTHER_HOST });
      await expect(refused).rejects.toMatchObject({ outcome: { kind: 'not_sent' } });
      const { outcome } = (await refused.catch((error: unknown) => error)) as SmtpConnectionError;
      expect(wordsOf(outcome)).toContain('issued by an unknown authority');
      expect(raw).toEqual([]);
    });

    it.each([
      ['from the first byte', { secure: true }, { secure: true }],
      ['by STARTTLS', {}, {}],
    ])('accepts the untrusted certificate of a server on this machine, %s', async (_case, serverOptions, changes) => {
      const { port } = await smtpServer(options(serverOptions));
      expect(await sending(port, changes)).toMatchObject({ kind: 'accepted' });
      const { verdict, found } = await probeMailServer(at(port, changes));
      expect([verdict, found]).toEqual([
        'ok',
        `127.0.0.1:${port}: TLS (certificate not trusted, accepted on this machine), no login`,
      ]);
    });

    it.each([
      ['its address', [ANOTHER_HOST], true],
      ['another name', ['localhost'], false],
      ['another address', ['127.0.0.1'], false],
    ])(
      'by STARTTLS, a server that is configured by its address needs a certificate for it: %s',
      async (_case, hosts, isRight) => {
        trustAuthority();
        const { port, raw } = await smtpServer(options(await made.issue({ hosts })));
        const sent = sending(port, { host: ANOTHER_HOST });
        if (isRight) expect(await sent).toMatchObject({ kind: 'accepted' });
        else {
          const { outcome } = (await sent.catch((error: unknown) => error)) as SmtpConnectionError;
          expect(wordsOf(outcome)).toBe('the certificate of the mail server is for another host');
          expect(raw).toEqual([]);
        }
      },
    );

    it('refuses replies that were sent before TLS started', async () => {
      const { port, lines } = await scripted('220 x', {
        EHLO: '250-x\r\n250 STARTTLS',
        STARTTLS: '220 go\r\n250 injected\r\n',
      });
      await expect(sending(port)).rejects.toBeInstanceOf(SmtpConnectionError);
      expect(lines.some((line) => line.startsWith('MAIL'))).toBe(false);
    });

    it('sends without TLS only if that is allowed', async () => {
      const { port } = await scripted('220 x', { EHLO: '250 x', DATA: '354' });
      expect(await sending(port)).toMatchObject({ kind: 'accepted' });
      const refused = sending(port, { requireTls: true });
      await expect(refused).rejects.toMatchObject({ outcome: { kind: 'not_sent', reason: 'connect: ENOTLS' } });
    });
  });

  describe('with the login of SMTP_URL', () => {
    const loginTo = async (host: string, port: number, allowPlainAuth = false): Promise<unknown> =>
      SmtpLine.open(
        serverOfUrl(`smtp://ada:secret@${host}:${port}?ignoreTLS=true`, null, allowPlainAuth),
        TIMEOUTS,
      ).then(
        (line) => {
          line.close();
          return 'logged in';
        },
        (error: unknown) => wordsOf((error as SmtpConnectionError).outcome),
      );

    it.each([
      ['never sends it to another host unencrypted', ANOTHER_HOST, false, /does not offer STARTTLS/, 0],
      ['sends it unencrypted if the settings allow that', ANOTHER_HOST, true, /^logged in$/, 1],
      ['sends it unencrypted on this machine', '127.0.0.1', false, /^logged in$/, 1],
    ])('%s', async (_case, host, allowed, words, logins) => {
      const { port, lines } = await scripted('220 x', { EHLO: '250-x\r\n250 AUTH PLAIN', AUTH: '235 ok' });
      expect(await loginTo(host, port, allowed)).toMatch(words);
      expect(lines.filter((line) => line.startsWith('AUTH'))).toHaveLength(logins);
    });
  });

  it.each([
    ['refuses connections at the greeting', '421 4.3.2 too busy', {}, { kind: 'provider_fault' }],
    ['sends no greeting', '', {}, { kind: 'not_sent', reason: 'connect: ETIMEDOUT' }],
    ['uses another protocol', 'SSH-2.0-OpenSSH_9.2', {}, { kind: 'not_sent', reason: 'connect: EPROTOCOL' }],
    [
      'sends an endless reply',
      '220 x',
      { EHLO: `250-${'x'.repeat(70_000)}` },
      { kind: 'not_sent', reason: 'connect: EPROTOCOL' },
    ],
  ] as const)('does not connect to a server that %s', async (_case, greeting, answers, outcome) => {
    const { port } = await scripted(greeting, answers);
    const greetingMs = greeting === '' ? SHORT_MS : TIMEOUTS.greetingMs;
    await expect(sending(port, {}, EMAIL, { ...TIMEOUTS, greetingMs })).rejects.toMatchObject({ outcome });
  });

  it.each([
    ['at the sender', { MAIL: (socket: Socket) => socket.resetAndDestroy() }, 'not_sent'],
    ['at the recipient', { RCPT: (socket: Socket) => socket.destroy() }, 'not_sent'],
    ['at the data', { DATA: (socket: Socket) => socket.resetAndDestroy() }, 'not_sent'],
    ['after the final dot', { DATA: '354', '.': (socket: Socket) => socket.resetAndDestroy() }, 'unknown'],
    ['by a timeout after the final dot', { DATA: '354', '.': '' }, 'unknown'],
  ] as const)('reports whether the email was sent when the connection fails %s', async (_case, answers, kind) => {
    const { port, lines } = await scripted('220 x', { EHLO: '250 x', ...answers });
    const timeouts = {
      ...TIMEOUTS,
      get replyMs() {
        return lines.at(-1) === 'DATA' ? SHORT_MS : TIMEOUTS.replyMs;
      },
    };
    expect(await sending(port, {}, EMAIL, timeouts)).toMatchObject({ kind });
  });

  it('is unusable after the server ends the session between two emails', async () => {
    const { port } = await scripted('220 x', {
      EHLO: '250 x',
      DATA: '354',
      '.': '250 ok\r\n421 4.4.2 idle for too long\r\n',
    });
    const line = await SmtpLine.open(at(port), TIMEOUTS);
    expect(await line.transfer(EMAIL)).toMatchObject({ kind: 'accepted' });
    expect(line.isUsable).toBe(false);
  });

  it.each(['evil@x> SIZE=1\r\nRCPT TO:<b@x', 'two@x,evil@x', 'a b@x', 'jörg@example.com', '"a"@x', '@x'])(
    'sends no command for the address %j',
    async (recipient) => {
      const { port, lines } = await scripted('220 x', { EHLO: '250-x\r\n250 PIPELINING', DATA: '354' });
      expect(await sending(port, {}, { ...EMAIL, recipient })).toMatchObject({ kind: 'refused' });
      expect(lines).toHaveLength(1);
    },
  );

  it('encodes an internationalized domain in Punycode', async () => {
    const { port, lines } = await scripted('220 x', { EHLO: '250 x', DATA: '354' });
    await sending(port, {}, { ...EMAIL, recipient: 'ada@bücher.example' });
    expect(lines).toContain('RCPT TO:<ada@xn--bcher-kva.example>');
  });

  it('does not send an email that is larger than the server allows', async () => {
    const { port, lines } = await scripted('220 x', { EHLO: '250-x\r\n250 SIZE 10' });
    expect(await sending(port)).toMatchObject({ kind: 'refused', response: 'larger than the server takes' });
    expect(lines).toHaveLength(1);
  });
});
