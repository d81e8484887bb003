import { Parser } from 'htmlparser2';
import { hideLiquid } from '../hide-liquid.js';
import { canCarryTarget, dataNamesIn, takesHostFromValue } from '../liquid-url.js';
import type { LintIssue } from './lint.shapes.js';
import { issueOf, lineOf, MAX_PER_CODE } from './lint-issue.js';

type Severity = LintIssue['severity'];
type LintCode = LintIssue['code'];

/** Mail programs drop these, and some treat the email as suspicious. */
const UNSUPPORTED = new Set(['script', 'iframe', 'form', 'input', 'button', 'video', 'audio', 'object', 'embed']);
/** Elements whose missing end tag changes what follows; HTML closes others automatically. */
const NEEDS_END = new Set(
  'a abbr b big blockquote center div em font h1 h2 h3 h4 h5 h6 i s section small span strong sub sup table u ul ol'.split(
    ' ',
  ),
);
/** What is inside these is no text of the email. */
const UNREAD = new Set(['style', 'title', 'mj-style', 'mj-title']);
const IMAGES = new Set(['img', 'mj-image', 'mj-carousel-image']);
const LINKS = new Set(['a', 'area', 'mj-button', 'mj-image', 'mj-navbar-link', 'mj-social-element']);
const ANCHOR = /^#./;
const FEW_LETTERS = 30;
const ONLY_IMAGES = 'an email with only images is empty if images are blocked, and looks like spam to filters';

/** An element that is open, or a name that a link leads to. */
interface Place {
  readonly name: string;
  readonly at: number;
}

/** Checks the HTML or MJML as the author wrote it, so that line numbers match. */
export function lintHtml(written: string): LintIssue[] {
  const issues: LintIssue[] = [];
  const { text: html, restore } = hideLiquid(written);
  const reported = new Map<LintCode, number>();
  const add = (severity: Severity, code: LintCode, at: number, message: string): void => {
    const before = reported.get(code) ?? 0;
    reported.set(code, before + 1);
    // Counting lines is slow, so it is skipped for findings that are not returned.
    if (before >= MAX_PER_CODE) return;
    const line = lineOf(restore(html.slice(0, at)), Infinity);
    issues.push(issueOf(severity, code, 'email_body', message, { line }));
  };
  const isData = dataNamesIn(written);
  const anchors: Place[] = [];
  const targets = new Set<string>();
  const open: Place[] = [];
  const texts: string[] = [];
  let images = 0;
  let unread = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const at = parser.startIndex;
        open.push({ name, at });
        const value = (attribute: string): string | undefined => {
          const found = attributes[attribute];
          return found === undefined ? undefined : restore(found).trim();
        };
        for (const attribute of ['id', 'name']) targets.add(value(attribute) ?? '');
        if (UNREAD.has(name)) unread += 1;
        if (IMAGES.has(name)) images += 1;
        const href = LINKS.has(name) ? (value('href') ?? '') : '';
        if (ANCHOR.test(href)) anchors.push({ name: href.slice(1), at });
        for (const [severity, code, message] of [...lintHost(href, isData), ...lintElement(name, value)])
          add(severity, code, at, message);
      },
      ontext(text) {
        if (unread === 0) texts.push(text);
      },
      onclosetag(name, isImplied) {
        if (UNREAD.has(name)) unread -= 1;
        const index = open.findLastIndex((element) => element.name === name);
        if (index === -1) return;
        const [element] = open.splice(index, 1);
        if (isImplied && element && NEEDS_END.has(name))
          add('warning', 'unclosed_element', element.at, `<${name}> is not closed`);
      },
    },
    { decodeEntities: true, recognizeSelfClosing: true },
  );
  parser.end(html);
  for (const { name, at } of anchors)
    if (!targets.has(name)) add('warning', 'dead_anchor', at, `no element has the id "${name.slice(0, 60)}"`);
  const letters = texts.join('').replace(/\s+/g, '').length;
  if (images > 0 && letters < FEW_LETTERS) issues.push(issueOf('warning', 'images_only', 'email_body', ONLY_IMAGES));
  return issues;
}

type Found = readonly [Severity, LintCode, message: string];

/** What is wrong with an element by itself. */
function* lintElement(name: string, value: (attribute: string) => string | undefined): Generator<Found> {
  if (UNSUPPORTED.has(name)) yield ['warning', 'unsupported_element', `mail programs do not show <${name}>`];
  if (IMAGES.has(name)) yield* lintImage(value('src') ?? '', value('alt'));
  const target = value('href') ?? (name === 'mj-button' ? '' : undefined);
  if (LINKS.has(name) && target !== undefined) yield* lintLink(target);
}

function* lintImage(source: string, alt: string | undefined): Generator<Found> {
  if (alt === undefined)
    yield ['warning', 'missing_alt', 'an image without `alt` says nothing where images are not shown'];
  if (source.startsWith('{')) return;
  if (/^data:/i.test(source))
    yield ['warning', 'embedded_image', 'most mail programs do not show images embedded in the HTML'];
  else if (/^http:/i.test(source)) yield ['info', 'insecure_image', `the image does not use https: ${short(source)}`];
  else if (!/^(https|cid):/i.test(source))
    yield ['warning', 'relative_image', `image URLs in emails must be absolute: ${short(source)}`];
}

function* lintHost(target: string, isData: (name: string) => boolean): Generator<Found> {
  if (takesHostFromValue(target) && !canCarryTarget(target, isData))
    yield ['warning', 'host_from_value', `a value decides the host, so the link is not tracked: ${short(target)}`];
}

function* lintLink(target: string): Generator<Found> {
  if (target.startsWith('{') || ANCHOR.test(target) || /^(https|mailto|tel|sms):/i.test(target)) return;
  if (target === '' || target === '#') yield ['warning', 'empty_link', 'the link has no target'];
  else if (/^http:/i.test(target)) yield ['info', 'insecure_link', `the link does not use https: ${short(target)}`];
  else if (/^[a-z][a-z0-9+.-]*:/i.test(target))
    yield ['warning', 'unsupported_link', `mail programs do not follow this kind of link: ${short(target)}`];
  else yield ['warning', 'relative_link', `links in emails must be absolute: ${short(target)}`];
}

const short = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);
