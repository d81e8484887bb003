/**
 * Writes docs/ as a web site into dist/site: `npm run docs:site`, or buildSite() from another script. It works without a server and without a
 * network; the API serves it at /docs/guide. The index of the documentation is its navigation.
 */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Marked } from 'marked';
import { inProject } from './project.mjs';

const SOURCE = inProject('docs');
const STYLE = ['src/platform/html/look.css', 'src/platform/html/elements.css', 'scripts/docs-site/style.css']
  .map((file) => fs.readFileSync(inProject(file), 'utf8'))
  .join('\n');
const [, LOGO] = /--logo: url\("([^"]+)"\)/.exec(STYLE);
const PAGE = fs.readFileSync(inProject('scripts/docs-site/page.html'), 'utf8');
const { join, dirname, relative } = path.posix;

/**
 * Writes the site beside `target` and swaps at the end.
 * @throws if a link within the documentation is broken
 */
export async function buildSite(target = inProject('dist', 'site')) {
  const files = fs.readdirSync(SOURCE, { recursive: true }).filter((file) => file.endsWith('.md'));
  const pages = new Map(files.sort(inOrder).map((file) => [file, read(file)]));
  const site = new Map();
  const faults = [];
  for (const page of pages.values()) site.set(page.place, documentOf(page, { pages, site, faults }));
  if (faults.length > 0) throw new Error(`Broken links:\n${faults.join('\n')}`);
  // Records of decisions do not help users.
  const searched = [...pages.values()]
    .filter(({ file }) => !file.startsWith('adr/'))
    .flatMap(({ sections }) => sections);
  site.set('search-index.js', `globalThis.searchIndex = ${JSON.stringify(searched)};\n`);
  site.set('search.js', fs.readFileSync(inProject('scripts/docs-site/search.js')));
  site.set('style.css', STYLE);
  const draft = `${target}-${process.pid}`;
  for (const [name, content] of site) {
    fs.mkdirSync(dirname(join(draft, name)), { recursive: true });
    fs.writeFileSync(join(draft, name), content);
  }
  fs.rmSync(target, { recursive: true, force: true });
  fs.renameSync(draft, target);
  return `${pages.size} pages`;
}

const inOrder = (one, other) => (one < other ? -1 : 1);
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const placeOf = (file) => file.replace(/README\.md$/, 'index.html').replace(/\.md$/, '.html');

/** A page with its anchors, named as code hosts do, and its sections with their texts. */
function read(file) {
  const text = fs.readFileSync(join(SOURCE, file), 'utf8');
  // The parser knows no footnotes.
  const notes = text.replaceAll(/^\[\^([\w-]+)\]: /gm, '- <b id="note-$1">$1</b>: ');
  const tokens = new Marked().lexer(notes.replaceAll(/\[\^([\w-]+)\]/g, '<sup><a href="#note-$1">$1</a></sup>'));
  const anchors = new Set();
  const sections = [];
  for (const token of tokens) {
    if (token.type === 'heading') {
      const heading = textOf(token);
      const slug = heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
        .replaceAll(' ', '-');
      const same = [...anchors].filter((anchor) => anchor.replace(/-\d+$/, '') === slug).length;
      token.anchor = same === 0 ? slug : `${slug}-${same}`;
      anchors.add(token.anchor);
      sections.push({
        page: sections[0]?.page ?? heading,
        place: `${placeOf(file)}#${token.anchor}`,
        heading,
        text: '',
      });
    } else if (sections.length > 0) sections.at(-1).text += `${textOf(token)} `;
  }
  return { file, place: placeOf(file), tokens, anchors, sections, title: sections[0].page };
}

/** The text of a token as it is read. */
function textOf({ type, text = '', tokens, items, header = [], rows }) {
  const parts = tokens ?? items ?? (rows && [...header, ...rows.flat()]);
  if (parts) return parts.map(textOf).join(['heading', 'paragraph', 'text'].includes(type) ? '' : ' ');
  return type === 'html' ? '' : text.replaceAll(/\s+/g, ' ');
}

function contentOf(page, { pages, site, faults }) {
  /** The address of a link of this page; null if it leads out of the documentation. */
  const addressOf = (href) => {
    if (/^[a-z]+:/i.test(href)) return href;
    const [name, anchor] = href.split('#');
    const file = name === '' ? page.file : join(dirname(page.file), decodeURI(name));
    if (file.startsWith('..')) return null;
    const linked = pages.get(file);
    const from = join(SOURCE, file);
    if (!fs.existsSync(from) || (anchor !== undefined && !linked?.anchors.has(anchor)))
      faults.push(`docs/${page.file}: ${href}`);
    else if (!linked && fs.statSync(from).isDirectory()) return null;
    else if (!linked) site.set(file, fs.readFileSync(from));
    return href.replace(name, relative(dirname(page.place), linked?.place ?? file));
  };
  const renderer = {
    heading({ tokens, depth, anchor }) {
      const sign = depth > 1 ? ` <a class="anchor" href="#${anchor}" aria-label="Link to this section">#</a>` : '';
      return `<h${depth} id="${anchor}">${this.parser.parseInline(tokens)}${sign}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens);
      const address = addressOf(href);
      return address === null
        ? `<span title="${escaped(href)}">${text}</span>`
        : `<a href="${escaped(address)}">${text}</a>`;
    },
    image: ({ href, text }) => `<img src="${escaped(addressOf(href))}" alt="${escaped(text)}" loading="lazy">`,
    code: ({ text }) => `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`,
  };
  return new Marked({ renderer })
    .parser(page.tokens)
    .replaceAll('<table>', '<div class="card scroll" tabindex="0" role="region" aria-label="Table"><table>')
    .replaceAll(/<th(?=[ >])/g, '<th scope="col"')
    .replaceAll('</table>', '</table></div>');
}

/** The rows of the index are a title, or a task with the pages for it. */
function navigationOf(index, page) {
  const linkTo = (place, title) => {
    const isAbove = place.endsWith('/index.html') && dirname(place) === dirname(page.place);
    const current = place === page.place ? ' aria-current="page"' : isAbove ? ' aria-current="true"' : '';
    return `<li><a href="${relative(dirname(page.place), place)}"${current}>${title}</a></li>`;
  };
  const { rows } = index.tokens.find(({ type }) => type === 'table');
  const entries = rows.flatMap(([task, { tokens }]) =>
    task.tokens[0].type === 'strong'
      ? [`</ul><h2>${task.tokens[0].text}</h2><ul>`]
      : tokens.filter(({ href }) => href?.endsWith('.md')).map(({ href, text }) => linkTo(placeOf(href), text)),
  );
  return `<ul>${linkTo(index.place, 'All pages')}${entries.join('')}</ul>`;
}

function documentOf(page, context) {
  const parts = {
    title: escaped(page.title),
    logo: LOGO,
    root: relative(dirname(page.place), 'index.html').replace('index.html', ''),
    content: contentOf(page, context),
    navigation: navigationOf(context.pages.get('README.md'), page),
  };
  return PAGE.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(`${await buildSite()} in dist/site`);
