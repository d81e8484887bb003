/** Compiles changed sources to dist/ without type checks; for `npm run dev`. */
import fs from 'node:fs';
import path from 'node:path';
import { transformFile } from '@swc/core';
import { ASSETS } from './build.mjs';
import { inProject } from './project.mjs';

/** Editors write a file in several steps. */
const SETTLES_MS = 50;
const OPTIONS = {
  swcrc: false,
  sourceMaps: 'inline',
  module: { type: 'commonjs' },
  jsc: {
    target: 'es2023',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    keepClassNames: true,
  },
};

/**
 * @param {object} options
 * @param {(files: readonly string[]) => void} options.onCompiled called with the files that have changed; not while one has an error.
 * @param {(line: string) => void} options.log
 * @param {AbortSignal} options.signal
 */
export function watchSources({ onCompiled, log, signal }) {
  const changed = new Set();
  let timer;
  const settle = async () => {
    const files = [...changed];
    changed.clear();
    try {
      for (const file of files) await compile(file);
      onCompiled(files);
    } catch (error) {
      log(error.message);
      // Compiled again together with the fix.
      for (const file of files) changed.add(file);
    }
  };
  fs.watch(inProject('src'), { recursive: true, signal }, (_event, file) => {
    if (file === null || !(isSource(file) || ASSETS.test(file))) return;
    changed.add(file);
    clearTimeout(timer);
    timer = setTimeout(() => void settle(), SETTLES_MS);
  });
}

const isSource = (file) => file.endsWith('.ts') && !/\.(spec|d)\.ts$/.test(file);

async function compile(file) {
  const source = inProject('src', file);
  const target = inProject('dist', isSource(file) ? file.replace(/ts$/, 'js') : file);
  if (!fs.existsSync(source)) return fs.rmSync(target, { force: true });
  fs.mkdirSync(path.dirname(target), { recursive: true });
  if (!isSource(file)) return fs.copyFileSync(source, target);
  const { code } = await transformFile(source, OPTIONS);
  fs.writeFileSync(target, code);
}
