/**
 * Writes docs/openapi.json as a Postman collection (v2.1), which Bruno and Insomnia import, too: `npm run collection`. A folder per tag, a
 * request per operation with the example of its body, optional parameters switched off, and the credentials as variables. What a run of
 * the whole collection must not do before the rest is in the last folder.
 */
import fs from 'node:fs';
import path from 'node:path';
import { inProject } from './project.mjs';

const FILE = inProject('.artifacts', 'carillon.postman_collection.json');
const FORMS = ['multipart/form-data', 'application/x-www-form-urlencoded'];

const document = JSON.parse(fs.readFileSync(inProject('docs', 'openapi.json'), 'utf8'));
const operations = Object.entries(document.paths).flatMap(([route, item]) =>
  Object.entries(item).map(([method, operation]) => ({ route, method: method.toUpperCase(), ...operation })),
);
/** Deletions would remove what other requests need; a stream never ends. */
const isLast = ({ method, responses }) => method === 'DELETE' || 'text/event-stream' in (responses[200]?.content ?? {});
const tags = [...new Set(operations.flatMap(({ tags: [first] }) => first))];

const collection = {
  info: {
    name: document.info.title,
    description: document.info.description,
    schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
  },
  auth: {
    type: 'basic',
    basic: ['username', 'password'].map((key) => ({ key, value: `{{${key}}}`, type: 'string' })),
  },
  variable: [
    { key: 'origin', value: 'http://localhost:3000' },
    { key: 'username', value: '' },
    { key: 'password', value: '' },
  ],
  item: [
    ...tags.map((name) => ({
      name,
      description: document.tags.find((tag) => tag.name === name)?.description ?? '',
      item: operations.filter((operation) => operation.tags[0] === name && !isLast(operation)).map(requestOf),
    })),
    {
      name: 'Deletions and streams',
      description: 'Leave this folder out of a run of the whole collection.',
      item: operations.filter(isLast).map(requestOf),
    },
  ],
};

fs.mkdirSync(path.dirname(FILE), { recursive: true });
fs.writeFileSync(FILE, JSON.stringify(collection, null, 2));
console.log(`${operations.length} requests in ${path.relative(inProject(), FILE)}`);

function requestOf({ route, method, operationId, summary, description = '', parameters = [], requestBody, security }) {
  const all = parameters.map(resolved);
  const at = (place) => all.filter((parameter) => parameter.in === place);
  // Postman writes path parameters with a colon; in `{token}.gif`, the name ends at the dot.
  const segments = route.slice(1).replace(/\{(\w+)\}/g, ':$1');
  const query = at('query').map((parameter) => ({ ...entryOf(parameter), disabled: !parameter.required }));
  const switchedOn = query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${value}`);
  const { header, body } = bodyOf(resolved(requestBody ?? {}).content);
  return {
    name: summary || operationId,
    request: {
      method,
      description,
      ...(security?.length === 0 && { auth: { type: 'noauth' } }),
      header: [...header, ...at('header').map((parameter) => ({ ...entryOf(parameter), disabled: true }))],
      ...(body && { body }),
      url: {
        raw: `{{origin}}/${segments}${switchedOn.length > 0 ? `?${switchedOn.join('&')}` : ''}`,
        host: ['{{origin}}'],
        path: segments.split('/'),
        query,
        variable: at('path').map(entryOf),
      },
    },
  };
}

function entryOf({ name, description = '', schema, example }) {
  const { examples = [], default: byDefault } = resolved(schema ?? {});
  return { key: name, value: String(example ?? examples[0] ?? byDefault ?? ''), description };
}

function bodyOf(content = {}) {
  const [type, media] = Object.entries(content)[0] ?? [];
  if (type === undefined) return { header: [] };
  if (FORMS.includes(type)) {
    const mode = type === FORMS[0] ? 'formdata' : 'urlencoded';
    const members = Object.entries(resolved(media.schema).properties ?? {});
    const entries = members.map(([name, schema]) => {
      const isFile = resolved(schema).format === 'binary' || resolved(schema).contentMediaType !== undefined;
      return { ...entryOf({ name, schema }), type: isFile ? 'file' : 'text' };
    });
    return { header: [], body: { mode, [mode]: entries } };
  }
  const header = [{ key: 'Content-Type', value: type }];
  if (type !== 'application/json') return { header, body: { mode: 'file', file: {} } };
  const example = media.example ?? Object.values(media.examples ?? {})[0]?.value ?? {};
  return { header, body: { mode: 'raw', raw: JSON.stringify(example, null, 2) } };
}

function resolved(part) {
  if (part.$ref === undefined) return part;
  const names = part.$ref.split('/').slice(1);
  return resolved(names.reduce((value, name) => value[name], document));
}
