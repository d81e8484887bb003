import { createServer, type Server, type Socket, type AddressInfo } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { stopAtEnd } from './stop-at-end.js';

interface StoredMessage {
  readonly uid: number;
  readonly raw: Buffer;
  readonly flags: Set<string>;
}

export interface ImapServerOptions {
  readonly username: string;
  readonly password: string;
  /** Accepts this access token by XOAUTH2; then the URL has no password. */
  readonly accessToken?: () => string;
  /** Without MOVE and UIDPLUS no message can be moved safely. */
  readonly canMove?: boolean;
  /** Key and certificate for implicit TLS. */
  readonly tls?: { readonly key: string; readonly cert: string };
}

/** The subset of IMAP (RFC 3501, and MOVE) that is needed to read a mailbox. */
export class ImapServer {
  readonly folders = new Map<string, StoredMessage[]>([['INBOX', []]]);
  /** Every command without its tag. */
  readonly commands: string[] = [];
  uidValidity = 1_700_000_000;
  connections = 0;
  /** Closes the connection when it gets a command like this. */
  breakAt: RegExp | null = null;
  private nextUid = 1;
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;
  private port = 0;

  private constructor(private readonly options: ImapServerOptions) {
    const serve = (socket: Socket): void => {
      this.serve(socket);
    };
    this.server = options.tls ? createTlsServer(options.tls, serve) : createServer(serve);
    this.server.on('tlsClientError', () => undefined);
  }

  static async start(options: ImapServerOptions): Promise<ImapServer> {
    const server = stopAtEnd(new ImapServer(options));
    await server.accept();
    return server;
  }

  get url(): string {
    const { username, password, tls, accessToken } = this.options;
    const login = [username, ...(accessToken ? [] : [password])].map(encodeURIComponent).join(':');
    return `${tls ? 'imaps' : 'imap'}://${login}@127.0.0.1:${this.port}/INBOX`;
  }

  /** Adds a message. @returns its UID. */
  deliver(raw: string | Buffer): number {
    const uid = this.nextUid++;
    this.folders.get('INBOX')?.push({ uid, raw: Buffer.from(raw), flags: new Set() });
    return uid;
  }

  /** Renumbers all messages from 1, as after a restored backup. */
  renumber(): void {
    this.uidValidity += 1;
    const kept = (this.folders.get('INBOX') ?? []).map((message, index) => ({ ...message, uid: index + 1 }));
    this.folders.set('INBOX', kept);
    this.nextUid = kept.length + 1;
  }

  /** The flags of the messages in a folder, by UID. */
  flagsIn(folder: string): Record<number, string[]> {
    return Object.fromEntries((this.folders.get(folder) ?? []).map(({ uid, flags }) => [uid, [...flags]]));
  }

  async refuse(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  async accept(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    if (this.server.listening) await this.refuse();
  }

  private serve(socket: Socket): void {
    this.connections += 1;
    this.sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => this.sockets.delete(socket));
    const session = new Session(this, this.options, (data) => socket.write(data));
    let pending = '';
    socket.on('data', (chunk: Buffer) => {
      pending += chunk.toString('latin1');
      for (let end = pending.indexOf('\r\n'); end !== -1; end = pending.indexOf('\r\n')) {
        const line = pending.slice(0, end);
        pending = pending.slice(end + 2);
        const [tag = '', ...words] = line.split(' ');
        const command = words.join(' ');
        this.commands.push(command);
        if (this.breakAt?.test(command)) socket.destroy();
        else if (!session.answer(tag, command)) socket.end();
      }
    });
    session.greet();
  }
}

class Session {
  private folder: string | null = null;
  private isLoggedIn = false;
  /** The tag of the refused AUTHENTICATE. */
  private refused = '';

  constructor(
    private readonly server: ImapServer,
    private readonly options: ImapServerOptions,
    private readonly write: (data: string | Buffer) => void,
  ) {}

  greet(): void {
    this.write(`* OK [CAPABILITY ${this.capabilities}] ready\r\n`);
  }

  /** @returns false if the connection must be closed. */
  answer(tag: string, command: string): boolean {
    const [name = ''] = command.split(' ');
    const verb =
      name.toUpperCase() === 'UID' ? command.split(' ').slice(0, 2).join(' ').toUpperCase() : name.toUpperCase();
    const rest = command.slice(verb.length + 1);
    const ok = (text = 'done'): void => {
      this.write(`${tag} OK ${text}\r\n`);
    };
    if (!this.isLoggedIn && !['CAPABILITY', 'LOGIN', 'AUTHENTICATE', 'LOGOUT', 'NOOP', ''].includes(verb)) {
      this.write(`${tag} NO log in first\r\n`);
      return true;
    }
    switch (verb) {
      case 'CAPABILITY':
        this.write(`* CAPABILITY ${this.capabilities}\r\n`);
        ok();
        break;
      case 'LOGIN':
        this.login(tag, rest);
        break;
      case 'AUTHENTICATE':
        this.authenticate(tag, rest);
        break;
      case '':
        // The client has read the challenge of a refused token.
        this.write(`${this.refused} NO [AUTHENTICATIONFAILED] invalid credentials\r\n`);
        break;
      case 'LIST':
      case 'LSUB':
        if (rest.endsWith('""')) this.write('* LIST (\\Noselect) "/" ""\r\n');
        else for (const folder of this.server.folders.keys()) this.write(`* ${verb} () "/" "${folder}"\r\n`);
        ok();
        break;
      case 'SELECT':
        this.select(tag, unquoted(rest));
        break;
      case 'UID SEARCH':
        this.write(
          `* SEARCH${this.search(rest)
            .map((uid) => ` ${uid}`)
            .join('')}\r\n`,
        );
        ok();
        break;
      case 'UID FETCH':
        this.fetch(rest);
        ok();
        break;
      case 'UID STORE':
        for (const { flags } of this.named(rest)) for (const flag of rest.match(/\\\w+/g) ?? []) flags.add(flag);
        ok();
        break;
      case 'UID MOVE':
        this.move(tag, rest);
        break;
      case 'LOGOUT':
        this.write('* BYE\r\n');
        ok();
        return false;
      case 'NOOP':
      case 'CLOSE':
        ok();
        break;
      default:
        this.write(`${tag} BAD what is ${verb}?\r\n`);
    }
    return true;
  }

  private get capabilities(): string {
    return [
      'IMAP4rev1',
      ...(this.options.accessToken ? ['AUTH=XOAUTH2', 'SASL-IR'] : []),
      ...(this.options.canMove === false ? [] : ['UIDPLUS', 'MOVE']),
    ].join(' ');
  }

  private get messages(): StoredMessage[] {
    return (this.folder === null ? undefined : this.server.folders.get(this.folder)) ?? [];
  }

  private login(tag: string, rest: string): void {
    const [username, password] = [...rest.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(([whole]) => unquoted(whole));
    this.isLoggedIn = username === this.options.username && password === this.options.password;
    // Some servers echo their input, which must not be logged.
    this.write(this.isLoggedIn ? `${tag} OK welcome\r\n` : `${tag} NO [AUTHENTICATIONFAILED] not ${rest}\r\n`);
  }

  private authenticate(tag: string, rest: string): void {
    const [mechanism = '', response = ''] = rest.split(' ');
    const { username, accessToken } = this.options;
    const expected = `user=${username}\x01auth=Bearer ${accessToken?.() ?? ''}\x01\x01`;
    this.isLoggedIn = mechanism === 'XOAUTH2' && Buffer.from(response, 'base64').toString() === expected;
    this.refused = tag;
    this.write(
      this.isLoggedIn ? `${tag} OK welcome\r\n` : `+ ${Buffer.from('{"status":"400"}').toString('base64')}\r\n`,
    );
  }

  private select(tag: string, folder: string): void {
    if (!this.server.folders.has(folder)) {
      this.write(`${tag} NO [NONEXISTENT] there is no such folder\r\n`);
      return;
    }
    this.folder = folder;
    this.write('* FLAGS (\\Seen \\Deleted)\r\n* OK [PERMANENTFLAGS (\\Seen \\Deleted)] limited\r\n');
    this.write(`* ${this.messages.length} EXISTS\r\n* OK [UIDVALIDITY ${this.server.uidValidity}] UIDs valid\r\n`);
    this.write(`${tag} OK [READ-WRITE] selected\r\n`);
  }

  /** `UNSEEN` and a range of UIDs, in any order. As in real servers, `n:*` always includes the last message. */
  private search(criteria: string): number[] {
    const from = Number(/(\d+):\*/.exec(criteria)?.[1] ?? 0);
    const last = this.messages.at(-1)?.uid;
    return this.messages
      .filter(({ uid }) => uid >= from || uid === last)
      .filter(({ flags }) => !criteria.includes('UNSEEN') || !flags.has('\\Seen'))
      .map(({ uid }) => uid);
  }

  private fetch(rest: string): void {
    for (const message of this.named(rest)) {
      const { uid, raw } = message;
      const items = [`UID ${uid}`];
      if (rest.includes('RFC822.SIZE')) items.push(`RFC822.SIZE ${raw.length}`);
      // Only BODY.PEEK leaves a message unread.
      if (rest.includes('BODY[]')) message.flags.add('\\Seen');
      const asksForAll = /BODY(?:\.PEEK)?\[\]/.test(rest);
      this.write(`* ${this.messages.indexOf(message) + 1} FETCH (${items.join(' ')}`);
      if (asksForAll) {
        this.write(` BODY[] {${raw.length}}\r\n`);
        this.write(raw);
      }
      this.write(')\r\n');
    }
  }

  private move(tag: string, rest: string): void {
    const target = this.server.folders.get(unquoted(rest.split(' ').slice(1).join(' ')));
    if (!target || this.folder === null) {
      this.write(`${tag} NO [TRYCREATE] there is no such folder\r\n`);
      return;
    }
    for (const message of this.named(rest)) {
      this.write(`* ${this.messages.indexOf(message) + 1} EXPUNGE\r\n`);
      this.messages.splice(this.messages.indexOf(message), 1);
      target.push(message);
    }
    this.write(`${tag} OK moved\r\n`);
  }

  /** Messages by the UID at the start of a command. */
  private named(rest: string): StoredMessage[] {
    const uid = Number(rest.split(' ')[0]);
    return this.messages.filter((message) => message.uid === uid);
  }
}

const unquoted = (text: string): string => (text.startsWith('"') ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text);
