import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { monotonicFactory } from 'ulid';
import { Clock } from '../../../platform/clock/clock.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { orNullIfAbsent } from '../../../platform/errors/absent-file.js';
import { notFound } from '../../../platform/errors/app-error.js';
import { offsetOf, type Page, type PageRequest } from '../../../platform/http/page.js';
import { type Mail, type MailAttachment, readEmail } from './mail.js';
import { inParts } from '../../../platform/values/collections.js';

export interface ReceivedMail {
  readonly sender: string;
  readonly recipients: readonly string[];
  readonly source: Buffer;
}

/** The list entry, stored beside the email so that a list reads no emails. */
export interface EmailSummary extends Pick<Mail, 'from' | 'subject' | 'preview'> {
  readonly id: string;
  /** The envelope sender and recipients. */
  readonly sender: string;
  readonly recipients: readonly string[];
  /** The beginning of the text, for searches. */
  readonly text: string;
  readonly attachments: number;
  /** Bytes. */
  readonly size: number;
  /** ISO 8601. */
  readonly received_at: string;
}

export interface ListedEmail extends EmailSummary {
  readonly unread: boolean;
}

export interface EmailList extends Page<ListedEmail> {
  readonly unread: number;
}

export interface StoredEmail {
  readonly summary: EmailSummary;
  readonly source: Buffer;
  readonly mail: Mail;
}

const MAX_STORED = 2_000;
const SEARCHED_LENGTH = 10_000;
const PARALLEL_READS = 64;

/** `<id>.eml`, then `<id>.json`, which makes it visible; `<id>.read` marks a read one. Ids are ULIDs. */
@Injectable()
export class MailboxStore {
  private readonly folder: string;
  private readonly nextId = monotonicFactory();
  /** Ids that may have files, oldest first; only in the writing process. */
  private kept: string[] = [];
  /** They never change, and the page asks for the list every two seconds. */
  private summaries = new Map<string, EmailSummary>();

  constructor(
    private readonly clock: Clock,
    @Inject(APP_CONFIG) config: AppConfig,
  ) {
    this.folder = join(config.dataDir, 'mailbox');
  }

  /** Makes this the writing process: lists the files and removes incomplete pairs. */
  async takeOver(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    this.kept = (await this.ids()).reverse();
    const complete = new Set(this.kept);
    const halves = (await readdir(this.folder)).filter((name) => !complete.has(name.slice(0, name.indexOf('.'))));
    await Promise.all(halves.map((name) => rm(join(this.folder, name), { force: true })));
    await this.removeOldest();
  }

  /** @returns the id when the email is on disk and listed. */
  async add(mail: ReceivedMail): Promise<string> {
    const now = this.clock.now();
    const id = this.nextId(now.getTime());
    const { from, subject, preview, words, attachments } = await readEmail(mail.source);
    const summary: EmailSummary = {
      id,
      sender: mail.sender,
      recipients: mail.recipients,
      ...{ from, subject, preview, text: words.slice(0, SEARCHED_LENGTH), attachments: attachments.length },
      size: mail.source.length,
      received_at: now.toISOString(),
    };
    await this.write(`${id}.eml`, mail.source);
    await this.write(`${id}.json`, JSON.stringify(summary));
    this.kept.push(id);
    await this.removeOldest();
    return id;
  }

  /** Returns emails, newest first. @param search see `hasAllTerms`. */
  async list(search: string | undefined, request: PageRequest): Promise<EmailList> {
    const names = new Set(await this.names());
    const found = (await this.readSummaries(idsIn(names)))
      .map((summary) => ({ ...summary, unread: !names.has(`${summary.id}.read`) }))
      .filter((email) => hasAllTerms(email, search ?? ''));
    const first = offsetOf(request);
    const unread = found.filter((email) => email.unread).length;
    return { items: found.slice(first, first + request.perPage), total: found.length, unread, request };
  }

  async markRead(id: string): Promise<void> {
    await writeFile(join(this.folder, `${id}.read`), '', { mode: 0o600 });
  }

  async delete(id: string): Promise<void> {
    if ((await this.summaryOf(id)) === null) throw notFound();
    await this.remove(id);
  }

  async read(id: string): Promise<StoredEmail> {
    const summary = await this.summaryOf(id);
    const source = await readFile(join(this.folder, `${id}.eml`)).catch(orNullIfAbsent);
    if (!summary || !source) throw notFound();
    return { summary, source, mail: await readEmail(source) };
  }

  /** @param number starts at 1. */
  async readAttachment(id: string, number: number): Promise<MailAttachment> {
    const attachment = (await this.read(id)).mail.attachments[number - 1];
    if (!attachment) throw notFound();
    return attachment;
  }

  async clear(): Promise<void> {
    for (const id of await this.ids()) await this.remove(id);
  }

  private async ids(): Promise<string[]> {
    return idsIn(await this.names());
  }

  private async names(): Promise<string[]> {
    return (await readdir(this.folder).catch(orNullIfAbsent)) ?? [];
  }

  private async readSummaries(ids: readonly string[]): Promise<EmailSummary[]> {
    const summaries: EmailSummary[] = [];
    for (const part of inParts(ids, PARALLEL_READS)) {
      const some = await Promise.all(part.map(async (id) => this.summaries.get(id) ?? (await this.summaryOf(id))));
      summaries.push(...some.filter((summary) => summary !== null));
    }
    this.summaries = new Map(summaries.map((summary) => [summary.id, summary]));
    return summaries;
  }

  private async summaryOf(id: string): Promise<EmailSummary | null> {
    const text = await readFile(join(this.folder, `${id}.json`), 'utf8').catch(orNullIfAbsent);
    // For emails of older versions.
    const defaults = { preview: '', text: '', attachments: 0 };
    return text === null ? null : Object.assign(defaults, JSON.parse(text) as EmailSummary);
  }

  /** Writes atomically. */
  private async write(name: string, content: Buffer | string): Promise<void> {
    const draft = join(this.folder, `${name}.draft`);
    await writeFile(draft, content, { mode: 0o600 });
    await rename(draft, join(this.folder, name));
  }

  private async removeOldest(): Promise<void> {
    const old = this.kept.splice(0, Math.max(0, this.kept.length - MAX_STORED));
    await Promise.all(old.map((id) => this.remove(id)));
  }

  /** Removes the summary first, so that listed emails can always be opened. */
  private async remove(id: string): Promise<void> {
    await rm(join(this.folder, `${id}.json`), { force: true });
    await rm(join(this.folder, `${id}.eml`), { force: true });
    await rm(join(this.folder, `${id}.read`), { force: true });
  }
}

/** The ids of complete emails, newest first. */
function idsIn(names: Iterable<string>): string[] {
  return [...names]
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort()
    .reverse();
}

const TERM = /(-?)(?:(to|from|subject):)?(?:"([^"]*)"?|(\S+))/g;

/**
 * Returns whether an email has all terms of a search: words and "phrases", anywhere or after `to:`, `from:`, or `subject:` there only;
 * `has:attachment`, `is:read`, and `is:unread`. A term after a minus must be absent.
 */
export function hasAllTerms(email: ListedEmail, search: string): boolean {
  const { from, recipients: to, subject, text, attachments, unread } = email;
  const states = new Map([
    ['has:attachment', attachments > 0],
    ['is:read', !unread],
    ['is:unread', unread],
  ]);
  const fields = new Map(Object.entries({ from: [from], to, subject: [subject] }));
  return [...search.toLowerCase().matchAll(TERM)].every(([, minus, field = '', phrase, word = '']) => {
    const texts = fields.get(field) ?? [from, ...to, subject, text];
    const isFound = states.get(word) ?? texts.some((each) => each.toLowerCase().includes(phrase ?? word));
    return isFound !== (minus === '-');
  });
}
