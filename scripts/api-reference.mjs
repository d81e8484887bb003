/**
 * Writes docs/openapi.json as a web page that needs no server and no network: `npm run reference`. The viewer is one file of a package with
 * a hundred dependencies, so it is not installed: npm fetches the package alone, in exactly this version and with this content.
 */
import crypto from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runNpm } from './npm.mjs';
import { run } from './processes.mjs';
import { inProject } from './project.mjs';

const VIEWER = {
  version: '2.5.4',
  integrity: 'sha512-M6jWhG1qoBnH6TFmzJnstyCZ87HmOY/UzDm78mHiYihEdlV/YcS9ogOo1NlElnJMeLsyxHFe2yFc4sNjHTrABQ==',
};
const SCRIPT = 'redoc.standalone.js';
const FOLDER = inProject('.artifacts', 'reference');

const document = JSON.parse(fs.readFileSync(inProject('docs', 'openapi.json'), 'utf8'));
fs.mkdirSync(FOLDER, { recursive: true });
fs.writeFileSync(path.join(FOLDER, SCRIPT), await viewer());
fs.writeFileSync(path.join(FOLDER, 'index.html'), pageOf(document));
console.log(path.join(path.relative(inProject(), FOLDER), 'index.html'));

async function viewer() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'carillon-reference-'));
  try {
    await runNpm(['pack', `redoc@${VIEWER.version}`, '--pack-destination', folder, '--prefer-offline'], {
      cwd: folder,
    });
    const archive = path.join(folder, `redoc-${VIEWER.version}.tgz`);
    const hash = crypto.createHash('sha512').update(fs.readFileSync(archive)).digest('base64');
    if (`sha512-${hash}` !== VIEWER.integrity)
      throw new Error('the package of the viewer has other content than expected');
    await run('tar', ['-xzf', archive, '-C', folder, `package/bundles/${SCRIPT}`]);
    const script = fs.readFileSync(path.join(folder, 'package', 'bundles', SCRIPT), 'utf8');
    // The logo of the viewer is all that it loads from elsewhere.
    return script.replaceAll(/https:\/\/cdn\.redoc\.ly\/[\w./-]+\.svg/g, 'data:image/svg+xml,');
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** The document is part of the page, because a browser loads no data beside a local file. */
function pageOf({ info, ...rest }) {
  // The viewer fails on a list as the example of a form, which describes one of the other formats of an operation.
  const withoutExamples = (name, value) =>
    name === 'application/x-www-form-urlencoded' ? { schema: value.schema } : value;
  const json = JSON.stringify({ info, ...rest }, withoutExamples).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title} API</title>
<body style="margin: 0">
<div id="reference"></div>
<script src="${SCRIPT}"></script>
<script>Redoc.init(${json}, { hideDownloadButtons: true }, document.getElementById('reference'));</script>
</body>
</html>
`;
}
