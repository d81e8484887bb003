import { execFileSync, spawnSync } from 'node:child_process';
import { samplesOf } from './samples.js';

/** Whatever a shell or a language would read as a sign of its own. */
const BODY = {
  text: `it's "quoted", \\ $HOME \`date\` {}: true [null]\nsecond line ä 😀`,
  nested: { list: [1, 2.5, true, false, null], empty: {}, none: [], 'a-b': "'" },
};

const sampleOf = (label: string): string => {
  const operation = {
    operationId: 'createThing',
    parameters: [{ name: 'id', in: 'path', required: true, schema: { examples: ['a/b'] } }],
    security: [{ basic: [] }],
    requestBody: { content: { 'application/json': { example: BODY } } },
    responses: { 200: { content: { 'application/json': {} } } },
  };
  const samples = samplesOf('post', '/api/v2/things/{id}', operation, '/api/v2');
  return samples.find((sample) => sample.label === label)?.source ?? '';
};

describe('samples of an operation', () => {
  it('send exactly the example with curl, and encode values in the path', () => {
    const curl = `curl() { printf '%s' "\${!#}"; }\n${sampleOf('curl')}`;
    expect(JSON.parse(execFileSync('bash', ['-c', curl], { encoding: 'utf8' }))).toEqual(BODY);
    expect(sampleOf('curl')).toContain('-X POST "$CARILLON_URL/things/a%2Fb"');
  });

  it('send exactly the example in TypeScript', () => {
    const [, argument = ''] = /createThing\((.*)\);\nconsole/s.exec(sampleOf('TypeScript')) ?? [];
    const given = execFileSync(process.execPath, ['-p', `JSON.stringify(${argument})`], { encoding: 'utf8' });
    expect(JSON.parse(given)).toEqual({ path: { id: 'a/b' }, body: BODY });
  });

  const itRunsPython = spawnSync('python3', ['--version']).status === 0 ? it : it.skip;
  itRunsPython('send exactly the example in Python', () => {
    const [, literal = ''] = /json=(.*),\n\)/s.exec(sampleOf('Python')) ?? [];
    const program = `import json\nprint(json.dumps(${literal}))`;
    expect(JSON.parse(execFileSync('python3', ['-c', program], { encoding: 'utf8' }))).toEqual(BODY);
  });

  it('write texts of PHP in single quotes, in which only two signs are special', () => {
    expect(sampleOf('PHP')).toContain(String.raw`'text' => 'it\'s "quoted", \\ $HOME`);
    expect(sampleOf('PHP')).toContain("'empty' => new stdClass()");
  });
});
