import { createPrivateKey } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig, isLoopback } from '../../platform/config/config.js';
import { Database } from '../../platform/database/database.js';
import { mayConnectTo } from '../../platform/outbound-http/address-class.js';
import type { SigningKey } from '../../platform/mime/dkim.js';
import { AccessTokens } from '../../platform/oauth2/access-tokens.js';
import { MailTransport } from '../../platform/smtp/mail-transport.js';
import { type MailLogin, type MailServer, OWN_SENDER } from '../../platform/smtp/mail-server.js';
import { SenderSecrets } from './sender-secrets.js';
import { Sender } from './sender.entity.js';
import { type DailyPlan, warmupOf } from './warm-up.js';

/** A sender for the sending engine, with decrypted secrets. */
export interface ActiveSender
  extends DailyPlan, Readonly<Pick<Sender, 'id' | 'version' | 'rate' | 'warmupSince' | 'returnPathDomain'>> {
  readonly server: MailServer;
  /** Null: no limit besides that of the process. */
  readonly poolSize: number | null;
  readonly signing: SigningKey | null;
}

/** Caches each version of a sender, decrypted and parsed. */
@Injectable()
export class ActiveSenders {
  private readonly known = new Map<number, ActiveSender>();
  private readonly own: ActiveSender | null;

  constructor(
    private readonly db: Database,
    private readonly secrets: SenderSecrets,
    private readonly tokens: AccessTokens,
    transport: MailTransport,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {
    this.own = transport.ownServer && {
      id: OWN_SENDER,
      version: 0,
      server: transport.ownServer,
      poolSize: null,
      rate: null,
      dailyCap: null,
      dailyCapBulk: null,
      warmup: null,
      warmupSince: null,
      signing: null,
      returnPathDomain: config.mail.returnPathDomain,
    };
  }

  /** @param version that the caller has read. @returns null if unknown; for the default sender without `SMTP_URL`. */
  async get(id: number, version?: number): Promise<ActiveSender | null> {
    if (id === OWN_SENDER) return this.own;
    const known = this.known.get(id);
    if (known && known.version === version) return known;
    const sender = await this.db.manager.findOneBy(Sender, { id });
    if (!sender) {
      this.known.delete(id);
      return null;
    }
    const active = this.activate(sender);
    this.known.set(id, active);
    return active;
  }

  private activate(sender: Sender): ActiveSender {
    const { id, version, poolSize, rate, dailyCap, dailyCapBulk, warmupSince, returnPathDomain } = sender;
    const plan = { dailyCap, dailyCapBulk, warmup: warmupOf(sender), warmupSince };
    const [server, signing] = [this.serverOf(sender), this.signingOf(sender)];
    return { id, version, server, poolSize, rate, ...plan, signing, returnPathDomain };
  }

  private serverOf(sender: Sender): MailServer {
    const { id, version, host, port, secure } = sender;
    const login = this.loginOf(sender);
    return {
      key: `${id}:${version}`,
      host,
      port,
      secure: secure === 1,
      // Never send a password over an unencrypted connection.
      requireTls: secure === 0 && login !== null && !isLoopback(host),
      ignoreTls: false,
      mayConnectTo: (address) => mayConnectTo(address, this.config.mail.allowPrivateNetworks),
      login,
    };
  }

  private loginOf({ id, username, password, oauth2, oauth2Secrets }: Sender): MailLogin | null {
    if (username === null) return null;
    if (oauth2 === null || oauth2Secrets === null)
      return password === null ? null : { username, password: this.secrets.open('password', id, password) };
    const { client_secret: clientSecret, refresh_token: refreshToken } = this.secrets.oauth2(id, oauth2Secrets);
    const { client_id: clientId, token_url: tokenUrl, scope } = oauth2;
    const account = `sender:${id}`;
    return { username, tokens: this.tokens.source({ account, tokenUrl, clientId, clientSecret, refreshToken, scope }) };
  }

  private signingOf({ id, dkimDomain, dkimSelector, dkimPrivateKey }: Sender): SigningKey | null {
    if (dkimDomain === null || dkimSelector === null || dkimPrivateKey === null) return null;
    const privateKey = createPrivateKey(this.secrets.open('dkim_private_key', id, dkimPrivateKey));
    return { domain: dkimDomain, selector: dkimSelector, privateKey };
  }
}
