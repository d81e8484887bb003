import { createSocket, type Socket } from 'node:dgram';
import { isIPv4, isIPv6 } from 'node:net';
import { stopAtEnd } from './stop-at-end.js';

const TYPES = { A: 1, MX: 15, TXT: 16, AAAA: 28 } as const;
const NO_SUCH_NAME = 3;
const REFUSED = 5;
const HEADER = 12;

interface Question {
  readonly name: string;
  readonly type: number;
  /** Unchanged, because the response repeats it. */
  readonly raw: Buffer;
}

/** A name server with the records of a test; all other names do not exist. */
export class NameServer {
  /** By name: TXT records, MX hosts (`.` for a null MX), or IPv4 and IPv6 addresses. */
  readonly txt = new Map<string, readonly string[]>();
  readonly mx = new Map<string, readonly string[]>();
  readonly addresses = new Map<string, readonly string[]>();
  /** Every requested name. */
  readonly asked: string[] = [];
  /** Responds REFUSED to everything. */
  refuses = false;

  private constructor(private readonly socket: Socket) {
    socket.on('message', (message, { port, address }) => {
      socket.send(this.answer(message), port, address);
    });
  }

  static async start(): Promise<NameServer> {
    const socket = createSocket('udp4');
    await new Promise<void>((resolve) => {
      socket.bind(0, '127.0.0.1', resolve);
    });
    return stopAtEnd(new NameServer(socket));
  }

  /** For `DNS_SERVERS`. */
  get address(): string {
    return `127.0.0.1:${this.socket.address().port}`;
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.socket.close(resolve);
    });
  }

  private answer(message: Buffer): Buffer {
    const { name, type, raw } = questionIn(message);
    this.asked.push(name);
    const data = this.refuses ? [] : this.recordsOf(name, type);
    const known = [this.txt, this.mx, this.addresses].some((records) => records.has(name));
    const header = Buffer.alloc(HEADER);
    message.copy(header, 0, 0, 2);
    // Flags: response, recursion desired, recursion available.
    header.writeUInt16BE(0x8180 | (this.refuses ? REFUSED : known ? 0 : NO_SUCH_NAME), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(data.length, 6);
    return Buffer.concat([header, raw, ...data.map((record) => recordWith(record, type))]);
  }

  private recordsOf(name: string, type: number): Buffer[] {
    if (type === TYPES.TXT) return (this.txt.get(name) ?? []).map(textData);
    if (type === TYPES.MX)
      return (this.mx.get(name) ?? []).map((host) => Buffer.concat([Buffer.from([0, 10]), nameData(host)]));
    const addresses = this.addresses.get(name) ?? [];
    if (type === TYPES.A) return addresses.filter(isIPv4).map((address) => Buffer.from(address.split('.').map(Number)));
    // `::` followed by the last group is all that tests need.
    if (type === TYPES.AAAA)
      return addresses.filter(isIPv6).map((address) => Buffer.from(address.slice(2).padStart(32, '0'), 'hex'));
    return [];
  }
}

function questionIn(message: Buffer): Question {
  const labels: string[] = [];
  let at = HEADER;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const end = at + 5;
  return {
    name: labels.join('.').toLowerCase(),
    type: message.readUInt16BE(at + 1),
    raw: message.subarray(HEADER, end),
  };
}

/** The name is a pointer to that of the question. */
function recordWith(data: Buffer, type: number): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(0, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

/** Splits into strings of at most 255 bytes, as required for long keys. */
function textData(text: string): Buffer {
  const pieces = text.match(/[\s\S]{1,255}/g) ?? [''];
  return Buffer.concat(
    pieces.map((piece) => Buffer.concat([Buffer.from([piece.length]), Buffer.from(piece, 'latin1')])),
  );
}

function nameData(name: string): Buffer {
  return Buffer.concat([
    ...name
      .split('.')
      .filter(Boolean)
      .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label, 'latin1')])),
    Buffer.from([0]),
  ]);
}
