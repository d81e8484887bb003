import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { parse } from 'csv-parse/sync';
import { strFromU8, unzipSync } from 'fflate';
import type { World } from './world.js';

/** A downloaded file. */
export interface Download {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  readonly text: string;
}

/** Files are parsed by libraries that are independent of the writers. */
export class Downloads {
  constructor(private readonly world: World) {}

  async get(path: string, method = 'GET'): Promise<Download> {
    const response = await fetch(this.url(path), { method, headers: { Authorization: this.authorization } });
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, headers: response.headers, bytes, text: bytes.toString('utf8') };
  }

  /** A client that has received the head and reads nothing of the body until the test continues it. */
  async begin(path: string): Promise<{ request: ClientRequest; response: IncomingMessage }> {
    const request = httpRequest(this.url(path), { agent: false, headers: { Authorization: this.authorization } });
    request.on('error', () => undefined);
    request.end();
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request.once('response', resolve);
      request.once('error', reject);
    });
    response.on('error', () => undefined);
    return { request, response };
  }

  private url(path: string): string {
    return `${this.world.origin}${this.world.config.http.basePaths[0] ?? ''}${path}`;
  }

  private get authorization(): string {
    const { username, password } = this.world.all.credentials ?? { username: '', password: '' };
    return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  }
}

/** The rows of a CSV file by the names in its header. */
export function csvRows(text: string): Record<string, string>[] {
  return parse(text, { bom: true, columns: true, record_delimiter: '\r\n' });
}

/** The XML of each sheet of a workbook. */
export function sheetsOf(bytes: Buffer): string[] {
  return Object.entries(unzipSync(bytes))
    .filter(([path]) => path.startsWith('xl/worksheets/'))
    .map(([, part]) => strFromU8(part));
}
