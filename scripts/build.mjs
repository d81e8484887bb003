/** Compiles src/ into dist/, and the documentation into dist/site: `node scripts/build.mjs`; or only src/: build() from another script. */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { inProject } from './project.mjs';
import { run } from './processes.mjs';

/** Assets that are read at run time from beside the code. */
export const ASSETS = /\.(sql|html|css|js|mjs|json|mjml|liquid)$/;

/**
 * Builds beside dist/ and swaps at the end: a failed build keeps the previous one, and files of deleted sources disappear.
 * @param {{signal?: AbortSignal, typesChecked?: boolean}} [options] `typesChecked`: another program checks the types
 */
export async function build({ signal, typesChecked = false } = {}) {
  const dist = inProject('dist');
  const draft = inProject(`.dist-${process.pid}`);
  try {
    const compiler = inProject('node_modules/typescript7/bin/tsc');
    // Not incremental: the incremental state would skip unchanged files.
    const args = [compiler, '-p', inProject('tsconfig.build.json'), '--outDir', draft, '--incremental', 'false'];
    if (typesChecked) args.push('--noCheck');
    await run(process.execPath, args, { show: true, cwd: inProject(), signal });
    copyAssets(inProject('src'), draft);
    // `npm link` makes it executable only once.
    fs.chmodSync(path.join(draft, 'cli.js'), 0o755);
    fs.rmSync(dist, { recursive: true, force: true });
    fs.renameSync(draft, dist);
  } finally {
    fs.rmSync(draft, { recursive: true, force: true });
  }
}

function copyAssets(from, to) {
  for (const entry of fs.readdirSync(from, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !ASSETS.test(entry.name)) continue;
    const source = path.join(entry.parentPath, entry.name);
    const target = path.join(to, path.relative(from, source));
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.copyFileSync(source, target);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // Not at the top: without packages, only this file can be loaded.
  const { buildSite } = await import('./docs-site.mjs');
  await build()
    .then(() => buildSite())
    .catch((error) => {
      console.error(error.message);
      process.exitCode = 1;
    });
}
