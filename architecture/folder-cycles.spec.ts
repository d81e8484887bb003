import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';

const SOURCES = join(__dirname, '..', 'src');
/** Controllers and modules use everything below them, and no other file uses them. Migrations may read what they migrate. */
const OUTSIDE = /\.(?:controller|module|spec)\.ts$|(?:^|\/)migrations\//;
const IMPORT = /from '(\.[^']+)\.js'/g;

/** The folders imported by the files of each folder. */
function folderImports(): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>();
  for (const { parentPath, name } of readdirSync(SOURCES, { recursive: true, withFileTypes: true })) {
    const file = relative(SOURCES, join(parentPath, name));
    if (!name.endsWith('.ts') || OUTSIDE.test(file)) continue;
    const folder = dirname(file);
    const targets = imports.get(folder) ?? new Set<string>();
    for (const [, path = ''] of readFileSync(join(SOURCES, file), 'utf8').matchAll(IMPORT)) {
      const target = `${normalize(join(folder, path))}.ts`;
      if (!OUTSIDE.test(target) && dirname(target) !== folder) targets.add(dirname(target));
    }
    imports.set(folder, targets);
  }
  return imports;
}

/** Removes folders without imports from the others, until only cycles and their importers are left. */
function withoutLeaves(imports: Map<string, Set<string>>): string[] {
  const left = new Map(imports);
  for (let count = -1; count !== left.size;) {
    count = left.size;
    for (const [folder, targets] of left) if (![...targets].some((target) => left.has(target))) left.delete(folder);
  }
  return [...left.keys()];
}

describe('the folders of the sources', () => {
  it('import each other in one direction only', () => {
    const imports = folderImports();
    expect(imports.size).toBeGreaterThan(100);
    expect(withoutLeaves(imports)).toEqual([]);
  });

  it('would be reported if two imported each other', () => {
    const cycle = new Map([
      ['a', new Set(['b'])],
      ['b', new Set(['c'])],
      ['c', new Set(['b'])],
      ['d', new Set<string>()],
    ]);
    expect(withoutLeaves(cycle)).toEqual(['a', 'b', 'c']);
  });
});
