import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { localDay } from '../../platform/clock/local-time.js';
import { toTheSecond } from '../../platform/clock/timestamps.js';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import { Database, type Tx, type Reader } from '../../platform/database/database.js';
import { existing, locked } from '../../platform/database/records.js';
import { invalidParam, ValidationErrors } from '../../platform/errors/app-error.js';
import { nullsOf } from '../../platform/database/entity-columns.js';
import { refuseBeyond } from '../../platform/database/refuse-beyond.js';
import { refusingTaken, type Taken } from '../../platform/database/taken-names.js';
import { given } from '../../platform/http/given.js';
import { mayConnectTo } from '../../platform/outbound-http/address-class.js';
import { addressOfHost } from '../../platform/outbound-http/outbound-url.js';
import { normalizedEmail } from '../../platform/text/email-address.js';
import { titleKey } from '../../platform/text/title-key.js';
import { OPEN_STATES } from '../../events/email-state.js';
import { RefreshTokens } from '../../platform/oauth2/refresh-tokens.js';
import { OWN_SENDER } from '../../platform/smtp/mail-server.js';
import { MailTransport } from '../../platform/smtp/mail-transport.js';
import type { SenderIdentity } from '../mail-content/rendering/contents.service.js';
import { dkimRecord, generateDkimKey } from './dkim-key.js';
import { firstMailbox } from './first-mailbox.js';
import { applyInput, type DkimChange, emptyIsNull, type SenderInput } from './sender-fields.js';
import { probeNow } from './destinations/destination-states.js';
import { changedOAuth2, changedSecrets } from './sender-oauth2.js';
import { SenderSecrets } from './sender-secrets.js';
import { assertMayChangeSender, usersOf } from './sender-users.js';
import { Sender } from './sender.entity.js';

/** The wanted sender: by id, else by From address, else the `SMTP_URL` mail server. */
interface WantedSender {
  readonly senderId: number | null;
  readonly fromEmail: string | null;
}

interface ResolvedSender {
  /** Null for the `SMTP_URL` mail server. */
  readonly senderId: number | null;
  /** Defaults for emails without their own values. */
  readonly fromName: string;
  readonly fromEmail: string;
  readonly replyTo: string | null;
  /** The same as From and Reply-To of an email. */
  readonly identity: SenderIdentity;
  /** Why the sender cannot send; null when it can. */
  readonly unavailableReason: string | null;
}

/** Limits the number of senders: each has connections and metrics in every worker. */
const MAX_SENDERS = 200;
const TAKEN: Taken = { ux_senders_name_key: ['name', 'Sender with this name already exists'] };
const NEW_SENDER = { ...nullsOf(Sender), fromName: '', port: 587, secure: 0, poolSize: 10, version: 1 };

@Injectable()
export class SenderAccounts {
  constructor(
    private readonly db: Database,
    private readonly secrets: SenderSecrets,
    private readonly refreshTokens: RefreshTokens,
    private readonly transport: MailTransport,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  async list(): Promise<Sender[]> {
    return this.db.manager.find(Sender, { order: { id: 'DESC' } });
  }

  /** Returns the `SMTP_URL` mail server as a sender; none without one. */
  ownSender(): Sender[] {
    const { ownServer: server } = this.transport;
    if (!server) return [];
    const { host, port, secure, login } = server;
    const to = { host, port: port ?? (secure ? 465 : 587), secure: Number(secure), username: login?.username ?? null };
    const own = { ...this.own, ...to, id: OWN_SENDER, name: 'SMTP_URL', poolSize: this.config.mail.concurrency };
    return [Object.assign(new Sender(), { ...NEW_SENDER, ...own })];
  }

  async get(id: number): Promise<Sender> {
    return existing(await this.db.manager.findOneBy(Sender, { id }), 'sender');
  }

  async create(input: SenderInput): Promise<Sender> {
    const generated = await this.generatedKey(input);
    return refusingTaken(TAKEN, () =>
      this.db.transaction(async (tx) => {
        await refuseBeyond(tx, 'senders', MAX_SENDERS);
        const now = toTheSecond(this.clock.now());
        const sender = tx.manager.create(Sender, { ...NEW_SENDER, createdAt: now, updatedAt: now });
        const dkim = await this.check(tx, sender, input);
        await tx.save(sender);
        // The id is part of the encryption context of the secrets.
        this.seal(sender, input, dkim, generated);
        return tx.save(sender);
      }),
    );
  }

  /**
   * Changes the given fields. Workers apply the change within a second. A sender with trouble is retried at once, because the change
   * may have fixed the cause.
   * @throws AppError rest_forbidden without `send_campaigns`, if an approved campaign or funnel used the sender before or after the change;
   * its name is exempt.
   */
  async update(id: number, input: SenderInput): Promise<Sender> {
    const generated = await this.generatedKey(input);
    return refusingTaken(TAKEN, () =>
      this.db.transaction(async (tx) => {
        const sender = await locked(tx, Sender, id, 'sender');
        const dkim = await this.check(tx, sender, input);
        this.seal(sender, input, dkim, generated);
        if (sender.oauth2 === null) await this.refreshTokens.forget(tx, `sender:${id}`);
        sender.version += 1;
        sender.updatedAt = toTheSecond(this.clock.now());
        await tx.execute('DELETE FROM sender_health WHERE sender_id = :id', { id });
        await probeNow(tx, id);
        await tx.execute(
          `UPDATE sendings SET waiting_until = NULL, waiting_reason = NULL WHERE sender_id = :id AND state = 'open'`,
          { id },
        );
        return tx.save(sender);
      }),
    );
  }

  async remove(id: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      await locked(tx, Sender, id, 'sender');
      const needed = await usersOf(tx, id, this.own.fromEmail);
      const [sending] = await tx.query(
        // Runs of funnels and single emails never end; they need the sender only while emails are waiting.
        `SELECT id FROM sendings s
          WHERE sender_id = :id AND state IN ('open', 'held')
            AND (source_type = 'campaign' OR EXISTS (
              SELECT 1 FROM email_messages m
               WHERE m.source_type = s.source_type AND m.source_id = s.source_id AND m.state IN (:open)))
          LIMIT 1`,
        { id, open: OPEN_STATES },
      );
      if (needed.length > 0 || sending)
        throw invalidParam(
          'id',
          needed.length > 0 ? `is used by ${needed.join(', ')}` : 'has emails to send',
          'Sender cannot be deleted while it has emails to send.',
        );
      await tx.execute('UPDATE senders SET fallback_of = NULL WHERE fallback_of = :id', { id });
      await tx.execute('DELETE FROM sender_health WHERE sender_id = :id', { id });
      await tx.execute('DELETE FROM sender_days WHERE sender_id = :id', { id });
      await tx.execute('DELETE FROM sender_destinations WHERE sender_id = :id', { id });
      await this.refreshTokens.forget(tx, `sender:${id}`);
      await tx.delete('senders', id);
    });
  }

  /** Returns the sender of an email and its default addresses. */
  async resolve({ senderId, fromEmail }: WantedSender, reader: Reader = this.db): Promise<ResolvedSender> {
    const defaults = this.own;
    const condition = senderId === null ? 'from_email = :address ORDER BY id LIMIT 1' : 'id = :senderId';
    const [sender] = await reader.query<Omit<ResolvedSender, 'unavailableReason' | 'identity'>>(
      `SELECT id AS senderId, from_name AS fromName, from_email AS fromEmail, reply_to AS replyTo FROM senders WHERE ${condition}`,
      { senderId, address: normalizedEmail(fromEmail ?? defaults.fromEmail) },
    );
    if (sender) return { ...sender, identity: identityOf(sender), unavailableReason: null };
    const reason = senderId === null ? this.transport.unavailableReason : 'the sender in the settings does not exist';
    return { senderId: null, ...defaults, identity: identityOf(defaults), unavailableReason: reason };
  }

  /** The names and addresses of MAIL_FROM. */
  private get own(): Pick<ResolvedSender, 'fromName' | 'fromEmail' | 'replyTo'> {
    const { name, address } = firstMailbox(this.config.mail.from);
    return { fromName: name, fromEmail: address, replyTo: null };
  }

  private async check(tx: Tx, sender: Sender, input: SenderInput): Promise<DkimChange> {
    const before = settingsOf(sender);
    const faults = new ValidationErrors();
    const warmedUpBefore = sender.warmupStart !== null;
    const accountBefore = accountOf(sender);
    const dkim = applyInput(sender, input, faults);
    const address = input.host === undefined ? null : addressOfHost(sender.host);
    if (address !== null && !mayConnectTo(address, this.config.mail.allowPrivateNetworks))
      faults.add('host', 'must not be an address of a private or reserved network');
    sender.nameKey = titleKey(sender.name);
    if (sender.warmupStart === null) sender.warmupSince = null;
    else if (!warmedUpBefore) sender.warmupSince = localDay(this.clock.now(), this.config.timeZone);
    if (input.oauth2 === null) sender.oauth2 = null;
    else if (input.oauth2) sender.oauth2 = changedOAuth2(sender.oauth2, input.oauth2, this.config.webhooks, faults);
    checkLogin(sender, input, accountOf(sender) !== accountBefore, faults);
    if (sender.fallbackOf !== null) await this.checkFallback(tx, sender, faults);
    if (settingsOf(sender) !== before || hasSecrets(input)) await assertMayChangeSender(tx, sender, this.own.fromEmail);
    faults.throwIfAny();
    return dkim;
  }

  /** Refuses a fallback chain that leads back to the sender. */
  private async checkFallback(tx: Tx, sender: Sender, faults: ValidationErrors): Promise<void> {
    const rows = await tx.query<{ id: number; fallback_of: number | null }>('SELECT id, fallback_of FROM senders');
    const fallbackOfSender = new Map(rows.map((row) => [row.id, row.fallback_of]));
    if (sender.fallbackOf !== null && !fallbackOfSender.has(sender.fallbackOf)) {
      faults.add('fallback_of', 'names no sender');
      return;
    }
    const seen = new Set<number>([sender.id]);
    for (let next = sender.fallbackOf; next !== null; next = fallbackOfSender.get(next) ?? null) {
      if (seen.has(next)) {
        faults.add('fallback_of', 'must not lead back to the sender itself');
        return;
      }
      seen.add(next);
    }
  }

  private seal(sender: Sender, input: SenderInput, dkim: DkimChange, generated: string | null): void {
    const { password } = input;
    this.sealOAuth2(sender, input);
    if (sender.username === null || sender.oauth2 !== null) sender.password = null;
    else if (typeof password === 'string') sender.password = this.secrets.seal('password', sender.id, password);
    if (dkim !== null && 'keep' in dkim) return;
    const pem = dkim === null ? null : 'pem' in dkim ? dkim.pem : generated;
    sender.dkimPrivateKey = pem === null ? null : this.secrets.seal('dkim_private_key', sender.id, pem);
    sender.dkimRecord = pem === null ? null : dkimRecord(pem);
  }

  private sealOAuth2(sender: Sender, { oauth2 }: SenderInput): void {
    const { id, oauth2Secrets: stored } = sender;
    if (sender.oauth2 === null) sender.oauth2Secrets = null;
    else if (oauth2) {
      const secrets = changedSecrets(stored === null ? null : this.secrets.oauth2(id, stored), oauth2);
      sender.oauth2Secrets = secrets && this.secrets.seal('oauth2_secrets', id, JSON.stringify(secrets));
    }
  }

  /** Runs outside the transaction: generating a key takes up to a second. */
  private async generatedKey({ dkim }: SenderInput): Promise<string | null> {
    return dkim?.generate === true ? generateDkimKey() : null;
  }
}

const identityOf = (from: Pick<ResolvedSender, 'fromName' | 'fromEmail' | 'replyTo'>): SenderIdentity => ({
  ...{ fromName: from.fromName, fromEmail: from.fromEmail, replyToName: null, replyToEmail: from.replyTo },
});

/** An omitted secret keeps the stored one. */
const hasSecrets = ({ password, oauth2, dkim }: SenderInput): boolean =>
  [password, oauth2?.client_secret, oauth2?.refresh_token, dkim?.private_key, dkim?.generate].some(Boolean);

/** Everything that emails depend on, except secrets. */
const settingsOf = (sender: Sender): string => JSON.stringify({ ...given(sender), name: '', nameKey: '' });

/** Identifies the server and the account that stored secrets belong to. */
const accountOf = ({ host, port, secure, username, oauth2 }: Sender): string =>
  JSON.stringify([host, port, secure, username, oauth2?.token_url, oauth2?.client_id]);

/** An omitted secret keeps the stored one. It was entered for one server; sending it to another server would disclose it. */
function checkLogin(sender: Sender, input: SenderInput, isOtherAccount: boolean, faults: ValidationErrors): void {
  const password = emptyIsNull(input.password);
  if (sender.oauth2 !== null) checkOAuth2(sender, input, isOtherAccount, faults);
  else if (sender.username === null) {
    if (typeof password === 'string') faults.add('username', 'is required with a password');
  } else if (password === null || (password === undefined && sender.password === null))
    faults.add('password', 'is required with a username');
  else if (password === undefined && isOtherAccount) faults.add('password', 'is required when the server changes');
}

function checkOAuth2(
  { username, oauth2Secrets: stored }: Sender,
  { oauth2, password }: SenderInput,
  isOtherAccount: boolean,
  faults: ValidationErrors,
): void {
  if (username === null) faults.add('username', 'is required with oauth2');
  if (emptyIsNull(password)) faults.add('password', 'must not be combined with oauth2');
  if (oauth2?.refresh_token !== undefined) return;
  if (stored === null) faults.add('oauth2.refresh_token', 'is required');
  else if (isOtherAccount) faults.add('oauth2.refresh_token', 'is required when the server changes');
}
