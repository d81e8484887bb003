import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { exampleOf, type JsonSchema } from '../../../../shapes/shape.js';
import { Database } from '../../../../platform/database/database.js';
import { AppError } from '../../../../platform/errors/app-error.js';
import { type Recipient, RecipientsQueries } from '../../recipients.queries.js';
import type { TriggerData } from '../../trigger-data.js';
import { ContentPreviewsService, type RenderedEmail } from '../content-previews.service.js';
import { ContentsService, NO_SENDER, type WrittenContent } from '../contents.service.js';
import { hasConfirmLink } from '../links.js';
import { LiquidTemplate, orOnFault, TemplateError, type TemplateKind } from '../liquid.js';
import { hideLiquid } from '../hide-liquid.js';
import { withSnippets } from '../snippet-texts.js';
import { withSnippetsInserted } from '../expand-snippets.js';
import { contentFor } from '../translations.js';
import { lintHtml } from './lint-html.js';
import type { LintIssue, LintReport } from './lint.shapes.js';
import { inOrder, issueOf, lineOf, MAX_PER_CODE } from './lint-issue.js';
import { lintSubject } from './lint-subject.js';
import { MergeTagProbe } from './merge-tag-probe.js';

export type { LintIssue } from './lint.shapes.js';
export { inOrder } from './lint-issue.js';

/** Gmail clips larger emails. */
const CLIPPED_BYTES = 102 * 1024;
const PATIENCE_MS = 1_000;

interface Part {
  readonly field: LintIssue['field'];
  readonly source: string;
  readonly kind: TemplateKind;
}

/** Checks content before it is sent. */
@Injectable()
export class ContentLintService {
  constructor(
    private readonly db: Database,
    private readonly contents: ContentsService,
    private readonly previews: ContentPreviewsService,
    private readonly recipients: RecipientsQueries,
  ) {}

  /**
   * Judges the content and each translation.
   * @param contactIds a sample of the recipients.
   * @param schema of the data of enrollments, for an email of a funnel.
   */
  async lint(written: WrittenContent, contactIds: readonly number[], schema?: JsonSchema): Promise<LintReport> {
    const { issues, footer } = await this.judge(contentFor(written, null), contactIds, schema);
    const all = [...issues];
    for (const language of Object.keys(written.translations ?? {})) {
      const found = await this.judge(contentFor(written, language), contactIds, schema);
      all.push(...found.issues.map((issue) => ({ ...issue, language })));
    }
    return { issues: all, footer };
  }

  private async judge(
    author: WrittenContent,
    contactIds: readonly number[],
    schema: JsonSchema | undefined,
  ): Promise<LintReport> {
    const loaded = await withSnippets(this.db, author);
    const faults = Object.entries(this.contents.templateFaults(loaded));
    if (faults.length > 0) {
      const issues = faults.map(([field, message]) =>
        issueOf('error', 'does_not_parse', field as LintIssue['field'], message),
      );
      return { issues, footer: null };
    }
    const written = withSnippetsInserted(loaded);
    const data = schema && ((exampleOf(schema) ?? {}) as TriggerData);
    const person = await this.previews.recipient(null, data);
    const known = [...(await this.recipients.byIds(contactIds)).values()].map((one) => ({ ...one, data }));
    const sample = schema && known.length === 0 ? [person] : known;
    const rendered = await this.rendering(written, known[0]?.id ?? null, data);
    const issues = inOrder([
      ...rendered.issues,
      ...lintParts(written),
      ...lintHtml(written.html),
      ...partsOf(written).flatMap((part) => unknownTags(part, person, this.previews.ownLinkNames, schema)),
      ...partsOf(written).flatMap(foreignTags),
      ...(await this.emptyTags(written, sample)),
      ...(await this.size(written, sample.length > 0 ? sample : [person])),
    ]);
    // With snippets inserted, lines are not those of the author.
    const shown = written === loaded ? issues : issues.map((issue) => ({ ...issue, line: undefined }));
    return { issues: shown, footer: rendered.footer };
  }

  /** Returns the findings that require rendering. */
  private async rendering(written: WrittenContent, contactId: number | null, data?: TriggerData): Promise<LintReport> {
    try {
      const { subject, footers } = await this.previews.preview(written, contactId, data);
      return {
        issues: [...lintSubject(subject), ...lintFooters(written, footers)],
        footer: footers.html ? 'standard' : 'own',
      };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const message = 'the template uses more time or memory than one email may';
      return { issues: [issueOf('error', 'too_expensive', 'email_body', message)], footer: null };
    }
  }

  private async emptyTags(written: WrittenContent, sample: readonly Recipient[]): Promise<LintIssue[]> {
    const probes = partsOf(written).map((part) => ({ ...part, probe: new MergeTagProbe(part.source, part.kind) }));
    const tried = await withinTimeout(sample, (recipient) => {
      const values = this.previews.valuesOf(recipient);
      for (const { probe } of probes) probe.try(values);
    });
    return probes.flatMap(({ field, probe }) =>
      probe.holes().map(({ written: tag, line, count }) => {
        const message = `${tag} is empty for ${count} of ${tried} contacts; use \`default\` to set a value for them`;
        return issueOf('warning', 'empty_merge_tag', field, message, { line, count });
      }),
    );
  }

  /** Checks the final size, including tracked links. */
  private async size(written: WrittenContent, sample: readonly Recipient[]): Promise<LintIssue[]> {
    const content = await this.contents.compile(written, NO_SENDER);
    const links = this.contents.linksOf(content, 1);
    let largest = 0;
    await withinTimeout(sample, (recipient) => {
      const { html } = content.renderer.render(this.contents.mergeValues(recipient), links);
      largest = Math.max(largest, Buffer.byteLength(html));
    });
    const message = `the HTML has ${Math.ceil(largest / 1024)} KB; Gmail clips emails at 102 KB, including the unsubscribe link`;
    return largest <= CLIPPED_BYTES ? [] : [issueOf('warning', 'too_large', 'email_body', message)];
  }
}

function partsOf(written: WrittenContent): Part[] {
  return [
    { field: 'email_subject', source: written.subject, kind: 'plain' },
    { field: 'email_pre_header', source: written.preHeader, kind: 'plain' },
    { field: 'email_body', source: written.html, kind: 'html' },
    { field: 'email_body_text', source: written.text, kind: 'plain' },
  ];
}

/** Text that is generated from the HTML includes its footer. */
function lintFooters({ html, text }: WrittenContent, footers: RenderedEmail['footers']): LintIssue[] {
  const message =
    'gets the standard footer, because it does not link to {{ unsubscribe_url }} or {{ preferences_url }}';
  return [
    ...(footers.html && html.trim() !== '' ? [issueOf('info', 'standard_footer', 'email_body', message)] : []),
    ...(footers.text && text.trim() !== '' ? [issueOf('info', 'standard_footer', 'email_body_text', message)] : []),
  ];
}

function lintParts({ preHeader, html, text }: WrittenContent): LintIssue[] {
  if (html.trim() === '') return [issueOf('error', 'missing_body', 'email_body', 'the email has no body')];
  const issues: LintIssue[] = [];
  for (const [field, source] of [
    ['email_body', html],
    ['email_body_text', text],
  ] as const)
    if (hasConfirmLink(source)) {
      const line = lineOf(source, source.indexOf('confirm_url'));
      issues.push(
        issueOf('error', 'confirm_link', field, '{{ confirm_url }} works only in double opt-in emails', { line }),
      );
    }
  const message = 'inbox previews show the beginning of the body instead';
  if (preHeader.trim() === '') issues.push(issueOf('info', 'missing_pre_header', 'email_pre_header', message));
  return issues;
}

/** Whether data of the schema can have the member; where the schema is open, it can have any. */
function describes(schema: JsonSchema, [name, ...rest]: readonly string[]): boolean {
  const { properties, additionalProperties } = schema as { properties?: Record<string, JsonSchema> } & JsonSchema;
  if (name === undefined || properties === undefined || additionalProperties === true) return true;
  return properties[name] !== undefined && describes(properties[name], rest);
}

/** Finds tags that are empty for everyone, because the name does not exist. */
function unknownTags(
  { field, source, kind }: Part,
  { contact, custom, company }: Recipient,
  ownLinks: readonly string[],
  schema?: JsonSchema,
): LintIssue[] {
  const known = new Map(Object.entries({ contact, custom, company, business: { name: '', address: '' } }));
  const isKnown = (path: string): boolean => {
    const [root = '', member] = path.split(/[.[]/, 2);
    const members = known.get(root);
    const [name, ...names] = path.split(/[.[\]"]+/).filter(Boolean);
    if (schema && name === 'trigger') return names[0] === 'waited' || describes(schema, names);
    if (schema && (name === 'event' || name === 'order')) return describes(schema, [name, ...names]);
    if (!members) return root === 'timezone' || ownLinks.includes(root);
    // `contact[field]` is resolved when it is rendered.
    return member === undefined || path.startsWith(`${root}[`) || Object.hasOwn(members, member);
  };
  return (
    [...new Set(pathsIn(source, kind))]
      .filter((path) => !isKnown(path))
      // Counting lines is expensive, so it is done only for the issues that are shown.
      .slice(0, MAX_PER_CODE)
      .map((path) => {
        const line = lineOf(source, Math.max(0, source.indexOf(path)));
        return issueOf('warning', 'unknown_merge_tag', field, `unknown merge tag: ${path}`, { line });
      })
  );
}

/** Merge tags of Mailchimp and Brevo. A `%` of a URL is followed by two hexadecimal digits. */
const FOREIGN_TAG = /\*\|[A-Za-z][^|*\n]{0,100}\|\*|%[A-Z][A-Z\d_]{2,50}%(?![\dA-F]{2})/g;

function foreignTags({ field, source }: Part): LintIssue[] {
  const { text, restore } = hideLiquid(source);
  return [...text.matchAll(FOREIGN_TAG)].slice(0, MAX_PER_CODE).map(({ 0: tag, index }) => {
    const message = `merge tag of another program, which is sent as it is: ${restore(tag)}`;
    const line = lineOf(restore(text.slice(0, index)), Infinity);
    return issueOf('warning', 'foreign_merge_tag', field, message, { line });
  });
}

/** Parses only the Liquid, because the library counts all preceding lines for each variable. */
function pathsIn(source: string, kind: TemplateKind): string[] {
  const liquid = hideLiquid(source).ranges.map(([start, end]) => source.slice(start, end));
  // It does not parse if a string in it contains what looks like the end of a piece.
  return orOnFault(
    () => new LiquidTemplate(liquid.join(''), kind).paths(),
    () => [],
  );
}

/**
 * Renders for one contact after the other and yields in between. An expensive template is checked with fewer contacts.
 * @returns how many were rendered.
 */
async function withinTimeout(sample: readonly Recipient[], render: (recipient: Recipient) => void): Promise<number> {
  const deadline = performance.now() + PATIENCE_MS;
  let tried = 0;
  for (const recipient of sample) {
    if (performance.now() > deadline) break;
    try {
      render(recipient);
      tried += 1;
    } catch (error) {
      // Values that exceed the budget say nothing about the tags.
      if (!(error instanceof TemplateError)) throw error;
    }
    await setImmediate();
  }
  return tried;
}
