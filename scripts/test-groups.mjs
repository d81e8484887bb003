/**
 * Groups spec files. Jest loads the product for every file, which costs more than most of them take; a group loads it once. Only whole runs
 * use groups.
 */
import fs from 'node:fs';
import path from 'node:path';
import { inProject } from './project.mjs';

/** Below the project, so that Jest finds it; compilers and linters skip folders that start with a dot. */
export const GROUPS_FOLDER = 'test/.groups';

/**
 * Writes the groups of a kind of test, such as `e2e`.
 * @param count more groups share the processors more evenly, fewer load the product less often.
 */
export function writeGroups(kind, count, specs = specsOf(kind)) {
  const folder = inProject(GROUPS_FOLDER, kind);
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  const sized = specs
    .map((name) => ({ name, text: fs.readFileSync(inProject(name), 'utf8') }))
    .sort((a, b) => b.text.length - a.text.length);
  // A module replaced by one spec would be replaced for its whole group.
  const alone = sized.filter(({ text }) => text.includes('jest.mock('));
  const rest = sized.filter((spec) => !alone.includes(spec));
  const groups = Array.from({ length: Math.min(count, rest.length) }, () => []);
  rest.forEach((spec, index) => groups[index % groups.length].push(spec));
  [...alone.map((spec) => [spec]), ...groups].forEach((group, index) => {
    const file = path.join(folder, `${String(index + 1).padStart(2, '0')}.js`);
    fs.writeFileSync(file, group.map(({ name }) => described(name)).join('\n'));
  });
}

/** Returns paths in the project. Unit specs stand beside the sources they test; those that check all sources, in `architecture`. */
export function specsOf(kind) {
  const [folders, ending] = kind === 'unit' ? [['src', 'architecture'], '.spec.ts'] : [[`test/${kind}`], '-spec.ts'];
  return folders.flatMap((folder) =>
    fs
      .readdirSync(inProject(folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith(ending))
      .map((name) => path.join(folder, name)),
  );
}

/** Named by the path of the spec, by which a failed one is found and run again. */
const described = (name) => `describe('${name.slice(0, -'.ts'.length)}', () => {
  const { endSpec, openHandles } = require('../../support/open-handles.ts');
  let before;
  beforeAll(() => { before = openHandles(); });
  require('../../../${name}');
  afterAll(() => jest.restoreAllMocks());
  afterAll(() => endSpec(before));
});
`;
