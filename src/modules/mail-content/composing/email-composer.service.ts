import { Injectable } from '@nestjs/common';
import type { EmailSource } from '../../../events/email-state.js';
import { complaintHeaders, feedbackHeaders } from './provider-headers.js';
import type { Recipient } from '../recipients.queries.js';
import { ContentsService, type LoadedContent } from '../rendering/contents.service.js';
import { NO_OWN_LINKS } from '../rendering/merge-values.js';
import type { RecipientLinks } from '../rendering/renderer.js';
import { writtenHeaders } from '../../../platform/mime/attachment-part.js';
import { dkimSignature, type SigningKey } from '../../../platform/mime/dkim.js';
import {
  dateHeader,
  identifierHeader,
  type Mailbox,
  mailboxHeader,
  type MailHeader,
  textHeader,
  wordsHeader,
} from '../../../platform/mime/mail-headers.js';
import { MimeTemplate } from './mime-template.js';
import { wireAddress } from '../../../platform/mime/wire-address.js';

/** What makes an email unique. */
export interface MailOrder {
  readonly content: LoadedContent;
  readonly emailId: number;
  /** With brackets; the same for every attempt. */
  readonly messageId: string;
  readonly recipient: Recipient;
  /** Whether it has a pixel and tracked links. */
  readonly tracked: boolean;
  readonly source: EmailSource;
  /** Null leaves the email unsigned. */
  readonly signing: SigningKey | null;
  /** The address for opt-outs by email; null if no mailbox is read. */
  readonly unsubscribeMailbox: string | null;
  /** The address to which this email returns; null if that is the From address. */
  readonly bounceMailbox: string | null;
  readonly from: Mailbox;
  readonly replyTo: Mailbox | null;
  readonly at: Date;
  /** The host of the mail server, because some providers need headers to report back. */
  readonly server: string;
  /** Replaces the message's own links, for emails that are not in the ledger. */
  readonly links?: RecipientLinks;
}

/** More than a DKIM signature by RSA-4096 needs; the rest is left unused. */
const SIGNATURE_ROOM = 2_048;

/** Composes emails: the common parts once per content, the rest per email. */
@Injectable()
export class EmailComposer {
  /** Kept as long as the contents themselves. */
  private readonly templates = new WeakMap<LoadedContent, MimeTemplate>();

  constructor(private readonly contents: ContentsService) {}

  /**
   * @throws TemplateError when this recipient's values exceed the budget.
   * @throws AddressError when the recipient's address is invalid.
   */
  async compose(order: MailOrder): Promise<{ readonly subject: string; readonly raw: Buffer }> {
    const { content, recipient, signing } = order;
    const stored = order.links ?? this.contents.linksOf(content, order.emailId);
    const { single, stopUrl = '' } = recipient;
    const links = {
      ...stored,
      ...(order.tracked || order.links ? {} : this.contents.plainLinks(content, recipient)),
      ...(single || stopUrl ? { own: { ...NO_OWN_LINKS, unsubscribe_url: stopUrl } } : {}),
    };
    const filled = content.renderer.fill(this.contents.mergeValues(recipient), links);
    const template = this.templateOf(content);
    const headers = [...headersOf(order, filled.subject, links.own.unsubscribe_url), template.contentType];
    const written = `${writtenHeaders(headers)}\r\n`;
    const headRoom = written.length + (signing ? SIGNATURE_ROOM : 0);
    const mail = template.write(filled, headRoom);
    const signature = signing ? [await dkimSignature(signing, headers, mail.subarray(headRoom), order.at)] : [];
    return { subject: filled.subject, raw: withHead(mail, headRoom, writtenHeaders(signature) + written) };
  }

  private templateOf(content: LoadedContent): MimeTemplate {
    const known = this.templates.get(content);
    if (known) return known;
    const template = new MimeTemplate(content);
    this.templates.set(content, template);
    return template;
  }
}

function headersOf(order: MailOrder, subject: string, unsubscribeUrl: string): MailHeader[] {
  const { from, recipient, source, unsubscribeMailbox, bounceMailbox } = order;
  const { single, stopUrl } = recipient;
  const optOut = [`<${unsubscribeUrl}>`];
  if (unsubscribeMailbox !== null && !stopUrl)
    optOut.push(`<mailto:${wireAddress(unsubscribeMailbox)}?subject=unsubscribe>`);
  const fromDomain = wireAddress(from.address).split('@')[1] ?? '';
  // Test emails have no id. System emails belong to no list.
  const isBulk = order.emailId > 0 && source.type !== 'single';
  const oneClick = [
    wordsHeader('List-Unsubscribe', optOut.join(', ').split(' ')),
    wordsHeader('List-Unsubscribe-Post', ['List-Unsubscribe=One-Click']),
  ];
  const listHeaders = [
    ...(isBulk ? [listIdHeader(recipient, bounceMailbox?.split('@')[1] ?? fromDomain)] : []),
    ...oneClick,
    wordsHeader('Precedence', ['bulk']),
    ...(isBulk ? complaintHeaders(bounceMailbox, fromDomain, order.signing) : []),
  ];
  return [
    mailboxHeader('From', from),
    ...addressHeaders(order),
    textHeader('Subject', subject),
    dateHeader(order.at),
    wordsHeader('Message-ID', [order.messageId]),
    ...(stopUrl ? oneClick : []),
    // Staff notifications and single emails are not list email, but automatic replies must be prevented.
    ...(recipient.id === null || single ? [wordsHeader('Auto-Submitted', ['auto-generated'])] : listHeaders),
    // The last field must be the same in all emails of an installation: Gmail groups its reports by it.
    wordsHeader('Feedback-ID', [`${source.type}-${source.id}:${fromDomain}:carillon`]),
    ...feedbackHeaders(order.server, order.messageId),
    wordsHeader('MIME-Version', ['1.0']),
  ];
}

const listIdHeader = ({ list }: Recipient, domain: string): MailHeader =>
  identifierHeader('List-Id', list?.name ?? '', `${list ? `l${list.id}` : 'c'}.${domain}`);

/** Returns the headers that depend on the recipient, with those of the request of a single email. */
function addressHeaders({ recipient: { single, contact, email }, replyTo: ofSender }: MailOrder): MailHeader[] {
  const { full_name: name } = contact;
  const to = { name: typeof name === 'string' ? name : '', address: email };
  const replyTo = single && single.replyTo.length > 0 ? single.replyTo : [ofSender].filter((one) => one !== null);
  const all = { To: single?.to ?? [to], Cc: single?.cc ?? [], 'Reply-To': replyTo };
  return [
    ...Object.entries(all).flatMap(([header, list]) => (list.length > 0 ? [mailboxHeader(header, ...list)] : [])),
    ...Object.entries(single?.headers ?? {}).map(([header, value]) => textHeader(header, value)),
  ];
}

/** Writes the headers directly before the body, into the reserved room. */
function withHead(mail: Buffer, headRoom: number, head: string): Buffer {
  if (head.length > headRoom) return Buffer.concat([Buffer.from(head, 'latin1'), mail.subarray(headRoom)]);
  const start = headRoom - head.length;
  mail.write(head, start, 'latin1');
  return mail.subarray(start);
}
