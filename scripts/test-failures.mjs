/**
 * Failed tests of a whole run, whose specs are run again alone. Timing on a busy machine can break correct tests; a test that fails twice
 * is wrong.
 */
import path from 'node:path';
import { ROOT } from './project.mjs';

/**
 * @param report what jest wrote as `--json`.
 * @returns {{spec: string, title: string}[]} the spec as a path of the project. A file that did not load is none of them.
 */
export function failuresIn(report) {
  return eachTest(report)
    .filter(({ test }) => test.status === 'failed')
    .map(({ file, test }) => {
      if (!isGroup(file)) return { spec: path.relative(ROOT, file), title: test.fullName };
      const [name, ...above] = test.ancestorTitles;
      return { spec: `${name}.ts`, title: [...above, test.title].join(' ') };
    });
}

/** Returns the failures that did not pass in the second report. */
export function stillFailing(failures, report) {
  const passed = new Set(
    eachTest(report)
      .filter(({ test }) => test.status === 'passed')
      .map(({ file, test }) => `${path.relative(ROOT, file)} ${test.fullName}`),
  );
  return failures.filter(({ spec, title }) => !passed.has(`${spec} ${title}`));
}

const eachTest = ({ testResults }) =>
  testResults.flatMap(({ name, assertionResults }) => assertionResults.map((test) => ({ file: name, test })));

const isGroup = (file) => path.dirname(file).includes(`${path.sep}.groups${path.sep}`);
