import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

export const PROJECT = resolve(__dirname, '../..');

/** Folders with documentation. */
const PLACES = ['README.md', 'docs', 'clients/typescript/README.md'];

const FENCED = /^( *)(```+|~~~+)(\w*)[^\n]*\n([\s\S]*?)^\1\2 *$/gm;

export interface CodeBlock {
  readonly language: string;
  readonly text: string;
}

/** A page with its links and code, as tests check them. */
export class DocumentPage {
  private readonly text: string;

  private constructor(
    /** Relative to the root of the project. */
    readonly file: string,
  ) {
    this.text = readFileSync(join(PROJECT, file), 'utf8');
  }

  static of(file: string): DocumentPage {
    return new DocumentPage(file);
  }

  static all(): DocumentPage[] {
    return PLACES.flatMap(markdownIn).map((file) => new DocumentPage(file));
  }

  get blocks(): CodeBlock[] {
    return [...this.text.matchAll(FENCED)].map(([, , , language = '', text = '']) => ({ language, text }));
  }

  blocksIn(language: string): string[] {
    return this.blocks.filter((block) => block.language === language).map(({ text }) => text);
  }

  /** Inline code in sentences and tables. */
  get inlineCode(): string[] {
    return [...this.prose.matchAll(/(`+)([^`]+?)\1/g)].map(([, , code = '']) => code.replace(/\s+/g, ' ').trim());
  }

  /** Broken targets of links and images within the project. */
  get brokenLinks(): string[] {
    return this.links.filter((target) => !this.isReachable(target));
  }

  /** Linked pages, as paths like `file`. */
  get linkedPages(): string[] {
    return this.links
      .map((target) => relative(PROJECT, this.placeOf(target)))
      .filter((file) => file.endsWith('.md') && existsSync(join(PROJECT, file)));
  }

  /** Link targets within the project. */
  private get links(): string[] {
    const links = this.prose.replace(/(`+)[^`]+?\1/g, 'code').matchAll(/\]\(<?([^)<>\s]+)>?\)/g);
    return [...links].map(([, target = '']) => target).filter((target) => !/^[a-z]+:/i.test(target));
  }

  /** Heading anchors as code hosts generate them. */
  private get anchors(): ReadonlySet<string> {
    const found = new Map<string, number>();
    const anchors = new Set<string>();
    for (const [, heading = ''] of this.prose.matchAll(/^#{1,6} +(.+?) *#*$/gm)) {
      const slug = slugOf(heading);
      const before = found.get(slug) ?? 0;
      found.set(slug, before + 1);
      anchors.add(before === 0 ? slug : `${slug}-${before}`);
    }
    return anchors;
  }

  private get prose(): string {
    return this.text.replace(FENCED, '');
  }

  private isReachable(target: string): boolean {
    const [, anchor] = target.split('#', 2);
    const place = this.placeOf(target);
    if (!existsSync(place)) return false;
    if (anchor === undefined) return true;
    return place.endsWith('.md') && new DocumentPage(relative(PROJECT, place)).anchors.has(anchor);
  }

  private placeOf(target: string): string {
    const [path = ''] = target.split('#', 1);
    return path === '' ? join(PROJECT, this.file) : resolve(PROJECT, dirname(this.file), decodeURI(path));
  }
}

function slugOf(heading: string): string {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
    .replaceAll(' ', '-');
}

function markdownIn(place: string): string[] {
  if (place.endsWith('.md')) return [place];
  return readdirSync(join(PROJECT, place), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(place, name))
    .sort();
}
