import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { ImapFlow } from 'imapflow';
import { stopAtEnd } from './stop-at-end.js';
import { temporaryFolder } from './temporary-folder.js';

const { MAIL_TOOLS = '' } = process.env;
/** The folder of the unpacked packages, else the root of the system. */
const ROOT = MAIL_TOOLS === '' ? '/' : MAIL_TOOLS;
const PROGRAMS = join(ROOT, 'usr/lib/dovecot');
const LIBRARIES = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].flatMap((name) =>
  ['usr/lib', 'lib'].map((folder) => join(ROOT, folder, name)),
);
/** Dovecot opens no mailbox for root. */
const USER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** Whether Dovecot (Debian package `dovecot-imapd`) is there. */
export const hasDovecot = (): boolean => existsSync(join(PROGRAMS, 'imap'));

/** What the IMAP server of a mailbox says about an email. */
export interface MailboxMessage {
  readonly raw: Buffer;
  /** The sender's address, as the server reads it. */
  readonly from: string | undefined;
}

/** A mailbox of Dovecot: its delivery agent stores emails, and its IMAP server reads them. */
export class Dovecot {
  private readonly folder = temporaryFolder('dovecot');
  private readonly running = new Set<ChildProcess>();
  private readonly server = createServer((socket) => {
    const imap = this.run('imap', 'imap');
    socket.on('error', () => undefined).once('close', () => imap.kill());
    socket.pipe(imap.stdin!);
    imap.stdout!.pipe(socket);
  });
  private client: ImapFlow | null = null;

  static async start(): Promise<Dovecot> {
    const dovecot = stopAtEnd(new Dovecot());
    await dovecot.open();
    return dovecot;
  }

  /** @throws if the delivery agent refuses the email. */
  async deliver(sender: string, raw: Buffer): Promise<void> {
    const agent = this.run('lda', 'dovecot-lda', '-e', '-f', sender);
    agent.stdin!.end(raw);
    const [code] = (await once(agent, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`Dovecot does not deliver: exit code ${code}`);
  }

  /** Returns the emails that the server finds by this header, the oldest first. */
  async find(header: string, text: string): Promise<MailboxMessage[]> {
    const client = this.client!;
    await client.noop();
    const uids = await client.search({ header: { [header]: text } }, { uid: true });
    if (!Array.isArray(uids) || uids.length === 0) return [];
    const found = await client.fetchAll(uids, { source: true, envelope: true }, { uid: true });
    return found.map(({ source, envelope }) => ({ raw: source!, from: envelope?.from?.[0]?.address }));
  }

  async stop(): Promise<void> {
    await this.client?.logout();
    for (const child of this.running) child.kill();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async open(): Promise<void> {
    const settings = { log_path: join(this.folder, 'log'), mail_location: `maildir:${join(this.folder, 'mail')}` };
    const lines = Object.entries({ base_dir: this.folder, protocols: 'imap', ssl: 'no', ...settings });
    writeFileSync(this.configuration, lines.map(([name, value]) => `${name} = ${value}\n`).join(''));
    if (USER.uid !== undefined) chownSync(this.folder, USER.uid, USER.gid);
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.client = new ImapFlow({
      ...{ host: '127.0.0.1', port: (this.server.address() as AddressInfo).port, secure: false, doSTARTTLS: false },
      // The IMAP server has opened the mailbox for this user already.
      ...{ auth: { user: 'reader', pass: 'none' }, logger: false },
    });
    await this.client.connect();
    await this.client.mailboxOpen('INBOX');
  }

  private get configuration(): string {
    return join(this.folder, 'dovecot.conf');
  }

  /** Without the main process of Dovecot, which takes its other programs from fixed places, `doveconf` passes the settings on. */
  private run(service: 'imap' | 'lda', program: string, ...args: string[]): ChildProcess {
    const settings = ['-f', `service=${service}`, '-c', this.configuration, '-m', service];
    const child = spawn(join(ROOT, 'usr/bin/doveconf'), [...settings, '-e', join(PROGRAMS, program), ...args], {
      env: { HOME: this.folder, USER: 'reader', LD_LIBRARY_PATH: [PROGRAMS, ...LIBRARIES].join(':') },
      stdio: ['pipe', 'pipe', 'ignore'],
      ...USER,
    });
    this.running.add(child);
    child.once('exit', () => this.running.delete(child));
    return child;
  }
}
