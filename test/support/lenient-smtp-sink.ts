import type { Socket } from 'node:net';
import { RawServer } from './raw-server.js';

const LINE = /^(.*?)(?:\r\n|\n|\r)/s;
/** A dot between any two line ends: a lenient server takes it for the end of a message. */
const LENIENT_END = /(?:^|\r\n|\n|\r)\.(?:\r\n|\n|\r)/;

/**
 * A mail server that accepts bare line feeds and carriage returns as line ends, in commands and at the end of messages.
 * SMTP smuggling shows as an additional message or an unexpected command.
 */
export class LenientSmtpSink {
  readonly messages: string[] = [];
  /** Every MAIL FROM and RCPT TO, unchanged. */
  readonly envelopes: string[] = [];
  /** Lines that were not commands. */
  readonly nonsense: string[] = [];

  private constructor(private readonly server: RawServer) {}

  static async start(): Promise<LenientSmtpSink> {
    const server = await RawServer.start((socket) => {
      sink.serve(socket);
    });
    const sink = new LenientSmtpSink(server);
    return sink;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.server.port}`;
  }

  stop(): Promise<void> {
    return this.server.stop();
  }

  private serve(socket: Socket): void {
    let pending = '';
    let inMessage = false;
    socket.write('220 lenient\r\n');
    socket.on('data', (chunk: Buffer) => {
      pending += chunk.toString('latin1');
      for (;;) {
        const found = (inMessage ? LENIENT_END : LINE).exec(pending);
        // A CR at the end may be half of a CRLF.
        if (!found || (pending.endsWith('\r') && found.index + found[0].length === pending.length)) return;
        const text = inMessage ? pending.slice(0, found.index) : (found[1] ?? '');
        pending = pending.slice(found.index + found[0].length);
        if (inMessage) {
          this.messages.push(text);
          inMessage = false;
          socket.write('250 queued\r\n');
        } else {
          inMessage = /^DATA/i.test(text);
          socket.write(this.answer(text));
        }
      }
    });
  }

  private answer(command: string): string {
    const verb = /^[A-Z]+/i.exec(command)?.[0].toUpperCase() ?? '';
    if (verb === 'DATA') return '354 go on\r\n';
    if (verb === 'MAIL' || verb === 'RCPT') this.envelopes.push(command);
    else if (!['EHLO', 'HELO', 'RSET', 'NOOP', 'QUIT'].includes(verb)) this.nonsense.push(command);
    return '250 fine\r\n';
  }
}
