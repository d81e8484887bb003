type Json = Readonly<Record<string, unknown>>;

interface Schema {
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
}

/** An operation with schemas in place of references. */
interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { name: string; in: string; required?: boolean; schema: Schema }[];
  readonly security?: readonly object[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, { readonly content?: Json }>>;
}

interface Media {
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>;
}

interface Call {
  readonly id: string;
  readonly method: string;
  /** The environment variable with the URL before `path`. */
  readonly base: string;
  readonly path: string;
  readonly input: Json;
  /** Whether it needs credentials. */
  readonly guarded: boolean;
  /** Whether the answer is a file or a stream. */
  readonly raw: boolean;
  readonly body: unknown;
}

export interface CodeSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

const UPLOAD = Symbol('the file contacts.csv');

/**
 * Returns a complete program per language that calls the operation with the first example of the document. The address and the credentials
 * are environment variables, as in the examples of the clients.
 * @param basePath of the API; other operations are called by their whole path.
 */
export function samplesOf(method: string, path: string, operation: Json, basePath: string): readonly CodeSample[] {
  const call = callOf(method.toUpperCase(), path, operation as unknown as Operation, basePath);
  return [
    { lang: 'Shell', label: 'curl', source: curl(call) },
    { lang: 'TypeScript', label: 'TypeScript', source: call.guarded ? typedClient(call) : fetching(call) },
    { lang: 'Python', label: 'Python', source: python(call) },
    { lang: 'PHP', label: 'PHP', source: php(call) },
  ];
}

function callOf(method: string, path: string, operation: Operation, basePath: string): Call {
  const { operationId: id, parameters = [], security = [], requestBody, responses } = operation;
  const required = (place: string): Json => {
    const found = parameters.filter((parameter) => parameter.in === place && parameter.required === true);
    return Object.fromEntries(found.map(({ name, schema }) => [name, schema.examples?.[0] ?? schema.enum?.[0] ?? 1]));
  };
  const [inPath, inQuery] = [required('path'), required('query')];
  const query = Object.entries(inQuery).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(inPath[name])));
  const isOfApi = path.startsWith(`${basePath}/`);
  const types = Object.entries(responses).flatMap(([status, { content = {} }]) =>
    status.startsWith('2') ? Object.keys(content) : [],
  );
  const body = bodyOf(requestBody?.content ?? {});
  const input = Object.entries({ path: inPath, query: inQuery }).filter(([, values]) => Object.keys(values).length > 0);
  return {
    id,
    method,
    base: isOfApi ? 'CARILLON_URL' : 'CARILLON_ORIGIN',
    path: [isOfApi ? filled.slice(basePath.length) : filled, ...query].join('?'),
    input: { ...Object.fromEntries(input), ...(body === undefined ? {} : { body }) },
    guarded: security.length > 0,
    raw: types.length === 0 || types.some((type) => type !== 'application/json'),
    body,
  };
}

function bodyOf({ 'multipart/form-data': file, 'application/json': json }: Readonly<Record<string, Media>>): unknown {
  const [first] = Object.values(json?.examples ?? {});
  return file ? UPLOAD : (json?.example ?? first?.value);
}

function curl({ method, base, path, guarded, raw, body }: Call): string {
  const sent = `-H 'Content-Type: application/json' \\\n  -d '${literal(body).replaceAll("'", String.raw`'\''`)}'`;
  return [
    `curl ${raw ? '-N ' : ''}${method === 'GET' ? '' : `-X ${method} `}"$${base}${path}"`,
    ...(guarded ? ['-u "$CARILLON_USERNAME:$CARILLON_PASSWORD"'] : []),
    ...(body === undefined ? [] : [body === UPLOAD ? "-F 'file=@contacts.csv'" : sent]),
  ].join(' \\\n  ');
}

function typedClient({ id, input, raw, body }: Call): string {
  const form = `const body = new FormData();
body.set('file', await openAsBlob('contacts.csv'), 'contacts.csv');
`;
  const given = Object.keys(input).length === 0 ? '' : asTypeScript(input);
  return `${body === UPLOAD ? "import { openAsBlob } from 'node:fs';\n" : ''}import { createClient } from '@carillon/client';

const carillon = createClient({
  baseUrl: process.env.CARILLON_URL ?? 'http://localhost:3000/api/v2',
  username: process.env.CARILLON_USERNAME ?? '',
  password: process.env.CARILLON_PASSWORD ?? '',
});
${body === UPLOAD ? form : ''}const answer = await carillon.${id}(${body === UPLOAD ? '{ body }' : given});
${raw ? 'for await (const part of answer.body ?? []) process.stdout.write(part);' : 'console.log(answer);'}
`;
}

function fetching({ method, base, path, body }: Call): string {
  const sent = `
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(${asTypeScript(body)}),`;
  return `const response = await fetch(\`\${process.env.${base}}${path}\`, {
  method: '${method}',${body === undefined ? '' : sent}
});
console.log(response.status, await response.text());
`;
}

function python({ method, base, path, guarded, raw, body }: Call): string {
  const sent = body === UPLOAD ? 'files={"file": open("contacts.csv", "rb")}' : `json=${asPython(body)}`;
  const lines = [
    `os.environ["${base}"] + "${path}"`,
    ...(guarded ? ['auth=(os.environ["CARILLON_USERNAME"], os.environ["CARILLON_PASSWORD"])'] : []),
    ...(body === undefined ? [] : [sent]),
    ...(raw ? ['stream=True'] : []),
  ];
  return `import os
import requests

response = requests.${method.toLowerCase()}(
${lines.map((line) => `    ${line},\n`).join('')})
response.raise_for_status()
${raw ? 'for line in response.iter_lines():\n    print(line.decode())' : 'print(response.json())'}
`;
}

function php({ method, base, path, guarded, raw, body }: Call): string {
  const fields = body === UPLOAD ? "['file' => new CURLFile('contacts.csv')]" : `json_encode(${asPhp(body)})`;
  const lines = [
    `CURLOPT_CUSTOMREQUEST => '${method}'`,
    ...(guarded ? ["CURLOPT_USERPWD => getenv('CARILLON_USERNAME') . ':' . getenv('CARILLON_PASSWORD')"] : []),
    ...(body === undefined ? [] : [`CURLOPT_POSTFIELDS => ${fields}`]),
    ...(body === undefined || body === UPLOAD ? [] : ["CURLOPT_HTTPHEADER => ['Content-Type: application/json']"]),
    // Otherwise, the answer is printed while it arrives.
    ...(raw ? [] : ['CURLOPT_RETURNTRANSFER => true']),
  ];
  return `<?php
$request = curl_init(getenv('${base}') . '${path}');
curl_setopt_array($request, [
${lines.map((line) => `    ${line},\n`).join('')}]);
${raw ? 'curl_exec($request);' : 'print_r(json_decode(curl_exec($request), true));'}
`;
}

const TEXT = /"(?:\\.|[^"\\])*"/.source;
const PYTHON_WORDS: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };
const PHP_SIGNS: Readonly<Record<string, string>> = { '{': '[', '}': ']', '{}': 'new stdClass()' };

/** As JSON, whose signs the other languages replace. */
function literal(value: unknown, indent = ''): string {
  if (value === undefined || value === UPLOAD) return '';
  const lines = JSON.stringify(value, null, 2);
  return lines.length > 100 ? lines.replaceAll('\n', `\n${indent}`) : lines.replaceAll(/\n */g, ' ');
}

const asTypeScript = (value: unknown): string => literal(value).replaceAll(/"([a-z_]\w*)":/gi, '$1:');

const asPython = (value: unknown): string =>
  literal(value, '    ').replaceAll(new RegExp(`${TEXT}|true|false|null`, 'g'), (sign) => PYTHON_WORDS[sign] ?? sign);

const asPhp = (value: unknown): string =>
  literal(value, '    ').replaceAll(new RegExp(`(${TEXT})(:?)|{}|[{}]`, 'g'), (sign, text?: string, colon?: string) => {
    if (text === undefined) return PHP_SIGNS[sign] ?? sign;
    const escaped = String(JSON.parse(text)).replaceAll(/['\\]/g, String.raw`\$&`);
    return `'${escaped}'${colon ? ' =>' : ''}`;
  });
