/**
 * Generates the tables of docs/api.md, between `<!-- generated: errors -->` or `<!-- generated: events -->` and `<!-- end -->`: error codes
 * from their register, events from the API document.
 */
import fs from 'node:fs';
import { format } from 'oxfmt';

/** @returns the text of the page with current tables. */
export async function apiPage(file, document, errors) {
  let text = fs.readFileSync(file, 'utf8');
  for (const [name, lines] of Object.entries({ errors: errorLines(errors), events: eventLines(document) })) {
    const section = new RegExp(`(?<=<!-- generated: ${name} -->\\n).*?(?=<!-- end -->)`, 's');
    if (!section.test(text)) throw new Error(`${file} has no section "<!-- generated: ${name} -->".`);
    text = text.replace(section, () => ['', ...lines, '', ''].join('\n'));
  }
  return (await format(file, text)).code;
}

function errorLines(errors) {
  const row = ([code, { status, meaning, action }]) => [status, coded(code), meaning, action];
  return tableOf(['Status', '`code`', 'Meaning', 'What to do'], Object.entries(errors).map(row));
}

function eventLines({ webhooks, components: { schemas } }) {
  const resolve = (schema) => schemas[schema.$ref?.split('/').at(-1)] ?? schema;
  const contentOf = (schema) => resolve(schema.items ?? schema);
  const partsOf = (schema) => Object.entries(contentOf(schema).properties ?? {});
  const noteOn = (schema, parts = partsOf(schema)) => {
    const { enum: values, description = '' } = contentOf(schema);
    if (parts.length > 0) return parts.map(described).join(', ');
    if (values) return values.map(coded).join(', ');
    return description.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
  };
  const described = ([name, schema]) => (noteOn(schema) ? `${coded(name)} (${noteOn(schema)})` : coded(name));

  const events = Object.entries(webhooks).map(([name, { post }]) => {
    const { data } = resolve(post.requestBody.content['application/json'].schema).properties;
    return { name, raised: post.summary, members: partsOf(data) };
  });
  // Parts of a member that not all events have are in the rows of their events, other parts in the list below the table.
  const all = events.flatMap(({ members }) => members);
  const isShared = (member, part) =>
    all.filter(([name]) => name === member).every(([, schema]) => partsOf(schema).some(([name]) => name === part));
  const hasParts = ([, schema]) => partsOf(schema).length > 0 || contentOf(schema).enum !== undefined;

  const cellOf = ([name, schema]) => {
    if (!hasParts([name, schema])) return described([name, schema]);
    const own = partsOf(schema).filter(([part]) => !isShared(name, part));
    return own.length > 0 ? `${coded(name)} with ${own.map(described).join(', ')}` : coded(name);
  };
  const itemOf = ([name, schema]) => {
    const shared = partsOf(schema).filter(([part]) => isShared(name, part));
    return `- ${coded(name)}: ${noteOn(schema, shared)}`;
  };
  const rows = events.map(({ name, raised, members }) => [coded(name), raised, members.map(cellOf).join(', ')]);
  const items = [...new Map(all.filter(hasParts))].map(itemOf);
  return [...tableOf(['Event', 'Raised when', 'Members of `data`'], rows), '', ...items];
}

const coded = (text) => `\`${text}\``;

function tableOf(heads, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)];
}
