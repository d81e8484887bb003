import type { Page } from '../../../platform/http/page.js';
import { type Html, html } from '../../../platform/html/html.js';
import { layout } from '../pages/layout.js';
import { checkHtml } from './html-check.js';
import type { CheckedLink } from './link-check.js';
import type { MailAttachment } from './mail.js';
import type { EmailList, ListedEmail, StoredEmail } from './mailbox.store.js';

const HOME = '/dev/mailbox';

export const EMAIL_VIEWS = ['html', 'text', 'check', 'links', 'source'] as const;
export type EmailView = (typeof EMAIL_VIEWS)[number];

/** The list, newest first. Only its first page shows new emails by itself. */
export function listPage(
  page: EmailList,
  { search = '', refresh = true }: { readonly search?: string; readonly refresh?: boolean },
): string {
  const reloads = refresh && page.request.page === 1;
  return layout({
    title: page.unread === 0 ? 'Mailbox' : `(${page.unread}) Mailbox`,
    live: reloads ? `${HOME}.js` : undefined,
    content: html`<header class="title">
        <h1>Mailbox</h1>
        <span class="count">${countOf(page, search)}</span>
        <form class="search" role="search" action="${HOME}">
          <input type="search" name="search" value="${search}" aria-label="Search" placeholder="Words or is:unread" />
          <button>Search</button>
        </form>
        <form method="post" action="${HOME}/clear"><button class="danger">Delete all</button></form>
      </header>
      <div id="content" tabindex="-1">
        ${
          page.items.length === 0
            ? emptyList(search)
            : html`<ol class="card rows">
                ${page.items.map(listRow)}
              </ol>`
        }
        ${pageLinks(page, search)}
      </div>
      <footer>
        <p class="note">${refreshNote(page, search, reloads)}</p>
      </footer>`,
  });
}

function countOf({ total, unread }: EmailList, search: string): string {
  const count = `${total} ${total === 1 ? 'email' : 'emails'}${search === '' ? '' : ` matching “${search}”`}`;
  return unread === 0 ? count : `${count}, ${unread} unread`;
}

function emptyList(search: string): Html {
  if (search !== '')
    return html`<div class="card empty">
      <h2>Nothing found</h2>
      <p>No email matches “${search}”. <a href="${HOME}">Show all emails</a></p>
      <p>Operators: from:, to:, subject:, has:attachment, is:unread, is:read, "a phrase", -without</p>
    </div>`;
  return html`<div class="card empty">
    <h2>No emails yet</h2>
    <p>
      Without <code>SMTP_URL</code>, all emails of this installation arrive here, and none is sent to its recipient.
    </p>
  </div>`;
}

function listRow({ id, from, recipients, subject, preview, received_at, unread }: ListedEmail): Html {
  return html`<li class="${unread ? 'unread' : ''}">
    <a href="${HOME}/${id}">
      <span class="who">${recipients.join(', ')}</span>
      <span class="what"
        >${unread ? html`<i role="img" aria-label="Unread"></i>` : null}${orPlaceholder(subject)}
        <span class="from">from ${orPlaceholder(from, '(no sender)')}</span>
        <span class="from">${preview}</span></span
      >
      ${timeOf(received_at)}
    </a>
  </li>`;
}

function pageLinks({ total, request }: Page<ListedEmail>, search: string): Html | null {
  const last = Math.max(1, Math.ceil(total / request.perPage));
  if (last === 1) return null;
  const link = (page: number, text: string): Html | null =>
    page < 1 || page > last ? null : html`<a class="button" href="${listUrl({ search, page })}">${text}</a>`;
  return html`<nav class="pager" aria-label="Pages">
    ${link(request.page - 1, 'Newer')} <span>Page ${request.page} of ${last}</span> ${link(request.page + 1, 'Older')}
  </nav>`;
}

function refreshNote({ request }: Page<ListedEmail>, search: string, reloads: boolean): Html | null {
  if (request.page !== 1) return null;
  if (reloads)
    return html`New emails appear here by themselves. <a href="${listUrl({ search, refresh: 'no' })}">Pause</a>`;
  return html`Updates are paused. <a href="${listUrl({ search })}">Resume</a>`;
}

function listUrl(query: Readonly<Record<string, string | number>>): string {
  const present = Object.entries(query).filter(([, value]) => value !== '');
  const search = new URLSearchParams(
    present.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return search === '' ? HOME : `${HOME}?${search}`;
}

/** The HTML part by default, or else the text. @param checked the links after a check */
export function emailPage(
  kept: StoredEmail,
  chosen: EmailView | null,
  checked: readonly CheckedLink[] | null = null,
): string {
  const { summary, mail } = kept;
  const view = chosen ?? (mail.html === null ? 'text' : 'html');
  return layout({
    title: orPlaceholder(summary.subject),
    content: html`<header class="title">
        <a href="${HOME}">← Mailbox</a>
        <span class="count"></span>
        <a class="button" href="${HOME}/${summary.id}.eml">Save .eml</a>
        <form method="post" action="${HOME}/${summary.id}/delete"><button class="danger">Delete</button></form>
      </header>
      <div id="content" tabindex="-1">
        <h1 class="subject">${orPlaceholder(summary.subject)}</h1>
        ${headerCard(kept)}
        <section class="card" aria-label="Content">
          <nav class="tabs" aria-label="View">
            ${EMAIL_VIEWS.map((tab) => tabLink(kept, tab, view))}
            ${view === 'links' || view === 'check' ? null : html`<a class="aside" href="${HOME}/${summary.id}/${view}">Open full view</a>`}
          </nav>
          ${view === 'links' ? linkList(kept, checked) : viewOf(kept, view)}
        </section>
        ${attachmentLinks(summary.id, mail.attachments)}
      </div>`,
  });
}

/** Headers shown first; the others are collapsed. */
const FIRST_HEADERS = ['From', 'To', 'Cc', 'Reply-To', 'Date', 'List-Unsubscribe', 'List-Unsubscribe-Post'];
const MORE_HEADERS = ['Message-ID', 'List-Id', 'Feedback-ID', 'Precedence', 'Auto-Submitted'];

function headerCard({ summary, mail }: StoredEmail): Html {
  const named = (names: readonly string[]): HeaderRow[] =>
    names.flatMap((name) =>
      mail.headers
        .filter((header) => header.name.toLowerCase() === name.toLowerCase())
        .map(({ value }): HeaderRow => [name, value]),
    );
  const more: HeaderRow[] = [
    ...named(MORE_HEADERS),
    ['Envelope', `${summary.sender === '' ? '<>' : summary.sender} → ${summary.recipients.join(', ')}`],
    ['Received', `${clockTime(summary.received_at)} UTC, ${sizeText(summary.size)}`],
  ];
  return html`<div class="card headers">
    <dl>${headerRows(named(FIRST_HEADERS))}</dl>
    <details>
      <summary>More</summary>
      <dl>${headerRows(more)}</dl>
    </details>
  </div>`;
}

type HeaderRow = readonly [name: string, value: string];

function headerRows(rows: readonly HeaderRow[]): Html[] {
  return rows.map(
    ([name, value]) =>
      html`<dt>${name}</dt>
        <dd>${withLinks(value)}</dd>`,
  );
}

function withLinks(value: string): Html[] {
  return value
    .split(/(https?:\/\/[^\s<>,]+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`));
}

const VIEW_NAMES: Readonly<Record<EmailView, string>> = {
  html: 'HTML',
  text: 'Text',
  check: 'HTML check',
  links: 'Links',
  source: 'Source',
};

function tabLink({ summary, mail }: StoredEmail, tab: EmailView, current: EmailView): Html {
  const href = `${HOME}/${summary.id}?view=${tab}`;
  const name = tab === 'links' ? `${VIEW_NAMES[tab]} (${mail.links.length})` : VIEW_NAMES[tab];
  return tab === current
    ? html`<a href="${href}" aria-current="page">${name}</a>`
    : html`<a href="${href}">${name}</a>`;
}

const STATES: Readonly<Record<CheckedLink['state'], string>> = { works: '✓', fails: '✗', not_requested: '–' };

function linkList({ summary, mail }: StoredEmail, checked: readonly CheckedLink[] | null): Html {
  if (mail.links.length === 0) return html`<div class="empty"><p>This email has no links.</p></div>`;
  return html`<ul class="links">
      ${
        checked?.map(
          ({ link, target, result, state }) =>
            html`<li data-state="${state}">
              <a href="${link}">${link}</a>${target === null ? null : html`<small>leads to ${target}</small>`}
              <small><b aria-hidden="true">${STATES[state]}</b> ${result}</small>
            </li>`,
        ) ?? mail.links.map((link) => html`<li><a href="${link}">${link}</a></li>`)
      }
    </ul>
    <form class="links" method="post" action="${HOME}/${summary.id}/links">
      <button>Check links</button>
      <small>Requests each link once. Links of this installation are not requested and count no clicks.</small>
    </form>`;
}

function problemList(source: string): Html {
  const { score, problems } = checkHtml(source);
  const clients = (words: string, names: readonly string[]): Html | null =>
    names.length === 0 ? null : html`<small>${words}: ${names.join(', ')}</small>`;
  return html`<p class="note">Email clients support ${score} % of what this HTML uses, by caniemail.com.</p>
    <ul class="links">
      ${problems.map(
        ({ feature, url, unsupported_by, partly_supported_by, count, places }) =>
          html`<li data-state="${unsupported_by.length === 0 ? 'works' : 'fails'}">
            <a href="${url}">${feature}</a>, ${count} ${count === 1 ? 'place' : 'places'}
            ${clients('Not supported', unsupported_by)} ${clients('Partly supported', partly_supported_by)}
            ${places.map(({ line, text }) => html`<div>line ${line}: <code>${text}</code></div>`)}
          </li>`,
      )}
    </ul>`;
}

const SHOWN_SOURCE = 256 * 1024;

function viewOf({ summary, source, mail }: StoredEmail, view: EmailView): Html {
  if (view === 'html') return mail.html === null ? noPart('HTML') : frame(summary.id);
  if (view === 'check') return mail.html === null ? noPart('HTML') : problemList(mail.html);
  if (view === 'text') return mail.text === null ? noPart('text') : html`<pre>${mail.text}</pre>`;
  const rest = source.length - SHOWN_SOURCE;
  return html`<pre>${source.subarray(0, SHOWN_SOURCE).toString('utf8')}</pre>
    ${rest > 0 ? html`<p class="note">The last ${sizeText(rest)} are not shown. Open the full view to see them.</p>` : null}`;
}

/** The sandbox allows neither scripts nor forms; links leave the frame on a click. */
function frame(id: string): Html {
  return html`<div class="widths">
      <input type="radio" name="width" id="desktop" checked /><label for="desktop">Desktop</label>
      <input type="radio" name="width" id="phone" /><label for="phone">Phone</label>
    </div>
    <iframe
      src="${HOME}/${id}/html"
      title="The HTML part of the email"
      sandbox="${SANDBOX}"
      referrerpolicy="no-referrer"
    ></iframe>`;
}

const noPart = (kind: string): Html => html`<div class="empty"><p>This email has no ${kind} part.</p></div>`;

function attachmentLinks(id: string, attachments: readonly MailAttachment[]): Html | null {
  if (attachments.length === 0) return null;
  return html`<ul class="attachments" aria-label="Attachments">
    ${attachments.map(
      ({ name, content }, index) =>
        html`<li>
          <a class="button" href="${HOME}/${id}/attachments/${index + 1}"
            >${name}<small>${sizeText(content.length)}</small></a
          >
        </li>`,
    )}
  </ul>`;
}

const SANDBOX = 'allow-top-navigation-by-user-activation allow-popups allow-popups-to-escape-sandbox';

/** For the HTML of an email, framed or alone: styles and images only. */
export const MAIL_SECURITY_POLICY = [
  "default-src 'none'",
  'img-src http: https: data:',
  "style-src 'unsafe-inline' http: https:",
  'font-src http: https: data:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  `sandbox ${SANDBOX}`,
].join('; ');

function orPlaceholder(text: string, placeholder = '(no subject)'): string {
  return text.trim() === '' ? placeholder : text;
}

/** `YYYY-MM-DD HH:MM:SS`, as in the API. */
const clockTime = (iso: string): string => iso.slice(0, 19).replace('T', ' ');

function timeOf(iso: string): Html {
  const [day, time] = clockTime(iso).split(' ');
  return html`<time datetime="${iso}"><span class="day">${day ?? ''}</span> ${time ?? ''}</time>`;
}

function sizeText(bytes: number): string {
  if (bytes < 1_024) return `${bytes} bytes`;
  return bytes < 1_048_576 ? `${(bytes / 1_024).toFixed(1)} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`;
}
