import type { MxRecord } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../config/config.js';

const TIMEOUT_MS = 1_500;
const TRIES = 2;
/** c-ares: NXDOMAIN. */
const NO_SUCH_NAME = 'ENOTFOUND';
/** EBADNAME: a name that cannot exist, such as one with a label of more than 63 characters. */
const ABSENT = new Set([NO_SUCH_NAME, 'ENODATA', 'NXDOMAIN', 'ENONAME', 'EBADNAME']);
/** Names that public DNS does not have (RFC 2606, RFC 6761). */
const RESERVED = /(^|\.)(localhost|localdomain|local|test|example|invalid|example\.(com|net|org))$/;

/** Looks up public DNS records, at DNS_SERVERS or the servers of the system. If none answers, an error has the code of c-ares. */
@Injectable()
export class Dns {
  private readonly resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  private readonly hasOwnServers: boolean;

  constructor(@Inject(APP_CONFIG) { dnsServers }: Pick<AppConfig, 'dnsServers'>) {
    this.hasOwnServers = dnsServers.length > 0;
    if (this.hasOwnServers) this.resolver.setServers(dnsServers);
  }

  /** Whether the name can have records; only the servers of DNS_SERVERS may know reserved names. */
  isPublic(name: string): boolean {
    return this.hasOwnServers || !RESERVED.test(name);
  }

  /** Returns the TXT records of a name; none if it does not exist. */
  async txt(name: string): Promise<string[]> {
    const records = await orNone(() => this.resolver.resolveTxt(name));
    return records.map((parts) => parts.join(''));
  }

  /** Returns whether a name, or a name below it, has records of any type (RFC 8020). */
  async exists(name: string): Promise<boolean> {
    try {
      await this.resolver.resolveTxt(name);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === NO_SUCH_NAME) return false;
      if (!ABSENT.has(code ?? '')) throw error;
    }
    return true;
  }

  /** Returns the mail hosts, the preferred one first; none without the domain. A null MX (RFC 7505) is a host without a name. */
  async mx(domain: string): Promise<MxRecord[]> {
    const hosts = await orNone(() => this.resolver.resolveMx(domain));
    return hosts.sort((one, other) => one.priority - other.priority);
  }

  /** Returns the IPv4 and IPv6 addresses of a host; none if it does not exist. */
  async addresses(host: string): Promise<string[]> {
    const [four, six] = await Promise.all([
      orNone(() => this.resolver.resolve4(host)),
      orNone(() => this.resolver.resolve6(host)),
    ]);
    return [...four, ...six];
  }
}

async function orNone<Item>(lookUp: () => Promise<Item[]>): Promise<Item[]> {
  try {
    return await lookUp();
  } catch (error) {
    if (ABSENT.has((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}
