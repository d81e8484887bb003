import { Parser } from 'htmlparser2';
import { shelterLiquid } from '../liquid-shelter.js';
import { type LintCode, lineOf, type LintIssue, MOST_OF_A_KIND, type Severity } from './lint-issue.js';

/** Mail programs drop these, and some treat the mail as suspicious. */
const UNSUPPORTED = new Set(['script', 'iframe', 'form', 'input', 'button', 'video', 'audio', 'object', 'embed']);
/** Where a forgotten end changes what follows; HTML forgives it for others. */
const NEEDS_END = new Set(
  'a abbr b big blockquote center div em font h1 h2 h3 h4 h5 h6 i s section small span strong sub sup table u ul ol'.split(
    ' ',
  ),
);
const IMAGES = new Set(['img', 'mj-image', 'mj-carousel-image']);
const LINKS = new Set(['a', 'area', 'mj-button', 'mj-image', 'mj-navbar-link', 'mj-social-element']);
const FEW_LETTERS = 30;

interface OpenElement {
  readonly name: string;
  readonly at: number;
}

/** What is wrong with the HTML or MJML as its author wrote it, so that lines are the author's. */
export function lintHtml(written: string): LintIssue[] {
  const issues: LintIssue[] = [];
  const { text: html, restore } = shelterLiquid(written);
  const lineAt = (index: number): number => lineOf(restore(html.slice(0, index)), Infinity);
  const reported = new Map<LintCode, number>();
  const add = (severity: Severity, code: LintCode, at: number, message: string): void => {
    const before = reported.get(code) ?? 0;
    reported.set(code, before + 1);
    // Counting lines takes its time, so it is not done for what nobody will see.
    if (before >= MOST_OF_A_KIND) return;
    issues.push({ severity, code, message, field: 'email_body', line: lineAt(at) });
  };
  const anchors: { readonly name: string; readonly at: number }[] = [];
  const targets = new Set<string>();
  const open: OpenElement[] = [];
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
        if (UNSUPPORTED.has(name)) add('warning', 'unsupported_element', at, `mail programs do not show <${name}>`);
        if (name === 'style' || name === 'title' || name === 'mj-style' || name === 'mj-title') unread += 1;
        if (IMAGES.has(name)) {
          images += 1;
          if (value('alt') === undefined)
            add('warning', 'missing_alt', at, 'an image without `alt` says nothing where images are not shown');
          lintImage(value('src') ?? '', (severity, code, message) => {
            add(severity, code, at, message);
          });
        }
        const href = value('href');
        const mustLead = name === 'a' ? href !== undefined : name === 'mj-button';
        if (!LINKS.has(name) || (href === undefined && !mustLead)) return;
        if (/^#./.test(href ?? '')) anchors.push({ name: (href ?? '').slice(1), at });
        else
          lintLink(href ?? '', (severity, code, message) => {
            add(severity, code, at, message);
          });
      },
      ontext(text) {
        if (unread === 0) texts.push(text);
      },
      onclosetag(name, isImplied) {
        if (name === 'style' || name === 'title' || name === 'mj-style' || name === 'mj-title') unread -= 1;
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
    if (!targets.has(name)) add('warning', 'dead_anchor', at, `nothing has the id "${name.slice(0, 60)}"`);
  const letters = texts.join('').replace(/\s+/g, '').length;
  if (images > 0 && letters < FEW_LETTERS)
    issues.push({
      severity: 'warning',
      code: 'images_only',
      message: 'a mail of images alone is empty where images are not shown, and looks like spam to filters',
      field: 'email_body',
    });
  return issues;
}

type Report = (severity: Severity, code: LintCode, message: string) => void;

function lintImage(source: string, report: Report): void {
  if (source.startsWith('{')) return;
  if (/^data:/i.test(source))
    report('warning', 'embedded_image', 'most mail programs do not show images within the HTML');
  else if (/^http:/i.test(source))
    report('info', 'insecure_image', `the image is not fetched by https: ${short(source)}`);
  else if (!/^(https|cid):/i.test(source))
    report('warning', 'relative_image', `a mail has no place that an image could be relative to: ${short(source)}`);
}

function lintLink(target: string, report: Report): void {
  if (target === '' || target === '#') report('warning', 'empty_link', 'the link leads nowhere');
  else if (target.startsWith('{')) return;
  else if (/^http:/i.test(target)) report('info', 'insecure_link', `the link does not use https: ${short(target)}`);
  else if (/^(https|mailto|tel|sms):/i.test(target)) return;
  else if (/^[a-z][a-z0-9+.-]*:/i.test(target))
    report('warning', 'unsupported_link', `mail programs do not follow it: ${short(target)}`);
  else report('warning', 'relative_link', `a mail has no place that a link could be relative to: ${short(target)}`);
}

const short = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);
