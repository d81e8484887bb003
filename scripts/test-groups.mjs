/**
 * Spec files, several to a file. Jest loads the product anew for every file that it runs, which costs more than most of them
 * take; within one file it is loaded once. Only whole runs do this: who names a spec gets that spec.
 */
import fs from 'node:fs';
import path from 'node:path';
import { inProject } from './project.mjs';

/** Jest finds it below the project; the compiler and the linters pass over folders that begin with a dot. */
export const GROUPS_FOLDER = 'test/.groups';

/**
 * Writes the groups of a kind of test, e.g. `e2e`.
 * @param count how many groups there are to be: more of them share the processors more evenly, fewer load the product less often.
 */
export function writeGroups(kind, count) {
  const folder = inProject(GROUPS_FOLDER, kind);
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  const specs = fs.readdirSync(inProject('test', kind)).filter((name) => name.endsWith('-spec.ts'));
  const sized = specs
    .map((name) => ({ name, text: fs.readFileSync(inProject('test', kind, name), 'utf8') }))
    .sort((a, b) => b.text.length - a.text.length);
  // A module that one spec replaces would be replaced for its whole group.
  const alone = sized.filter(({ text }) => text.includes('jest.mock('));
  const rest = sized.filter((spec) => !alone.includes(spec));
  const groups = Array.from({ length: Math.min(count, rest.length) }, () => []);
  rest.forEach((spec, index) => groups[index % groups.length].push(spec));
  [...alone.map((spec) => [spec]), ...groups].forEach((group, index) => {
    const file = path.join(folder, `${String(index + 1).padStart(2, '0')}.js`);
    fs.writeFileSync(file, group.map(({ name }) => described(kind, name)).join('\n'));
  });
}

const described = (kind, name) => `describe('${name.replace(/\.ts$/, '')}', () => {
  require('../../${kind}/${name}');
  afterAll(() => jest.restoreAllMocks());
});
`;
