import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DomUtils, parseDocument } from 'htmlparser2';
import { type ChildNode, CssSyntaxError, parse } from 'postcss';
import { gather } from '../../../platform/values/collections.js';

/** By caniemail.com; written by `scripts/email-support.mjs`. */
const SUPPORT = JSON.parse(readFileSync(join(__dirname, 'email-support.json'), 'utf8')) as {
  /** The most used ones first. */
  readonly clients: readonly string[];
  /** One letter per client: yes, a (partly), no, or unknown. */
  readonly features: Readonly<Record<string, readonly [title: string, support: string]>>;
  /** The feature of a name such as `<video`, `gap`, `display:flex`, or `:hover`. */
  readonly written: Readonly<Record<string, string>>;
};

/** A place, and the possible names of what it uses. */
type Use = readonly [line: number, text: string, names: readonly string[]];

const SHOWN_PLACES = 5;
const SHOWN_LENGTH = 80;

/**
 * Judges HTML by what email clients support; what most of them lack comes first.
 * @returns as `score` how many of the used features the clients support, in per cent; partial support counts half.
 */
export function checkHtml(html: string) {
  const uses = new Map<string, { readonly line: number; readonly text: string }[]>();
  for (const [line, text, names] of usesIn(html))
    for (const slug of new Set(names.flatMap((name) => SUPPORT.written[name] ?? [])))
      gather(uses, slug, { line, text: text.slice(0, SHOWN_LENGTH) });
  let [known, lost] = [0, 0];
  const problems = [...uses].flatMap(([slug, places]) => {
    const [feature, support] = SUPPORT.features[slug] ?? ['', ''];
    const clientsOf = (letter: string): string[] => SUPPORT.clients.filter((_, index) => support[index] === letter);
    const [unsupported_by, partly_supported_by] = [clientsOf('n'), clientsOf('a')];
    known += support.replaceAll('u', '').length;
    lost += unsupported_by.length + partly_supported_by.length / 2;
    if (!/[na]/.test(support)) return [];
    const url = `https://www.caniemail.com/features/${slug}/`;
    const problem = { feature, url, unsupported_by, partly_supported_by };
    return { ...problem, count: places.length, places: places.slice(0, SHOWN_PLACES) };
  });
  problems.sort((a, b) => b.unsupported_by.length - a.unsupported_by.length);
  return { score: Math.floor(100 - (100 * lost) / Math.max(1, known)), problems };
}

function* usesIn(html: string): Generator<Use> {
  let line = 1;
  let counted = 0;
  for (const element of DomUtils.getElementsByTagName('*', parseDocument(html, { withStartIndices: true }))) {
    const { name, attribs, startIndex } = element;
    const start = startIndex ?? counted;
    line += html.slice(counted, start).split('\n').length - 1;
    counted = start;
    const names = Object.entries(attribs).flatMap(([key, value]) => {
      const [word = ''] = (key === 'src' ? /\.\w+(?=$|[?#])/ : /^(?:#|[\w-]+)/).exec(value) ?? [];
      return [`${key}=`, key === 'src' ? word : `<${name} ${key}=${word}`];
    });
    yield [line, html.slice(start, html.indexOf('>', start) + 1), [`<${name}`, ...names]];
    yield* stylesIn(name === 'style' ? DomUtils.textContent(element) : (attribs['style'] ?? ''), line);
  }
}

/** Email clients drop invalid CSS, and so does this. */
function stylesIn(css: string, firstLine: number): Use[] {
  const uses: Use[] = [];
  try {
    parse(css).walk((node) => {
      const [text = ''] = node.toString().split('{');
      uses.push([firstLine + (node.source?.start?.line ?? 1) - 1, text.trim(), namesOf(node)]);
    });
  } catch (error) {
    if (!(error instanceof CssSyntaxError)) throw error;
  }
  return uses;
}

function namesOf(node: ChildNode): readonly string[] {
  if (node.type === 'comment') return [];
  if (node.type === 'atrule')
    return [`@${node.name}`, ...(node.params.match(/\([a-z-]+/g) ?? []).map((each) => each.replace(/\(-?/, '@media-'))];
  // Without what is in parentheses and brackets.
  if (node.type === 'rule')
    return node.selector.replace(/\([^()]*|(?<=\[)[^[\]]+/g, '').match(/::?[a-z-]+|[[>+~*]/g) ?? [];
  const { prop, value, important } = node;
  // `margin-top` is a use of `margin`.
  const properties = [`${prop}:${value}`, prop, prop.replace(/-\w+$/, ''), prop.replace(/(?:-\w+){2}$/, '')];
  const property = properties.filter((each) => each in SUPPORT.written).slice(0, 1);
  const words = (value.match(/\d?[%a-z-]+\(?/g) ?? []).filter((each) => /^\d|\($/.test(each));
  return [...property, ...words.map((each) => each.replace(/^\d/, '1')), important ? '!important' : ''];
}
