import { Delete, Get, Param, type PipeTransform, Post, Put, Query } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { RequirePermission, Refuses, invalid, Answers } from '../../../platform/access/operation.js';
import { notFound } from '../../../platform/errors/app-error.js';
import { BodyLike, Resource } from '../../../platform/http/resource.js';
import { PageUrl } from '../../../platform/http/page.js';
import { AcceptsBody } from '../../../platform/http/request-bodies.guard.js';
import { CreateSnippetDto, SnippetUsesDto, UpdateSnippetDto } from './dto/snippet.dto.js';
import * as shapes from './dto/snippet.shapes.js';
import { KEY } from './snippet.entity.js';
import { SnippetsService } from './snippets.service.js';

const USERS = 'Returns templates, funnels, other snippets, and campaigns that were not sent yet.';
const FOOTER = { html: '<p>{{ business.name }}</p>', text: '{{ business.name }}' };
const SNIPPET = { snippet: { summary: 'A footer', value: { key: 'footer', title: 'Footer', ...FOOTER } } };
const CHANGE = { snippet: { summary: 'Another text', value: FOOTER } };
const FAULTY = invalid('The snippet is not valid Liquid, renders itself, or is nested deeper than 4 levels', {
  html: 'snippet address: snippets render each other: footer -> address -> footer',
});
const USED = invalid('The snippet is used', { key: 'is used by template 3 (Newsletter)' });
/** The column holds ASCII, with which MariaDB does not compare other texts. */
const snippetKey: PipeTransform<string, string> = {
  transform(text) {
    if (!KEY.test(text)) throw notFound();
    return text;
  },
};
const Key = (): MethodDecorator => ApiParam({ name: 'key', description: 'Key of the snippet', example: 'footer' });

@Resource('snippets', 'Templates')
export class SnippetsController {
  constructor(private readonly snippets: SnippetsService) {}

  @Get()
  @RequirePermission('manage_campaigns', { summary: 'List snippets', description: 'All of them, by key.' })
  @Answers(shapes.snippetsShape, 'The snippets')
  async listSnippets() {
    return { snippets: (await this.snippets.list()).map(shapes.snippetOf) };
  }

  @Get(':key')
  @RequirePermission('manage_campaigns', { summary: 'Get a snippet', description: 'Returns it with its content.' })
  @Key()
  @Answers(shapes.oneSnippetShape, 'The snippet')
  async getSnippet(@Param('key', snippetKey) key: string) {
    return { snippet: shapes.snippetOf(await this.snippets.get(key)) };
  }

  @Get(':key/uses')
  @RequirePermission('manage_campaigns', { summary: 'List the users of a snippet', description: USERS })
  @Key()
  @Answers(shapes.snippetUsesShape, 'A page of users')
  async listSnippetUses(@Param('key', snippetKey) key: string, @Query() query: SnippetUsesDto, @PageUrl() url: string) {
    return shapes.snippetUsesOf(await this.snippets.uses(key, query.toPage()), url);
  }

  @AcceptsBody({ large: true })
  @Post()
  @RequirePermission('manage_campaigns', {
    summary: 'Create a snippet',
    description: 'Emails insert it with `{% render "footer" %}`; `{% render "product", item: item %}` passes values.',
  })
  @Answers(shapes.snippetWrittenShape, 'The new snippet')
  @Refuses({ 400: FAULTY })
  async createSnippet(@BodyLike(SNIPPET) body: CreateSnippetDto) {
    const snippet = shapes.snippetOf(await this.snippets.create(body.key, { ...body.toInput(), title: body.title }));
    return { snippet, message: 'Snippet has been created.' };
  }

  @AcceptsBody({ large: true })
  @Put(':key')
  @RequirePermission('manage_campaigns', {
    summary: 'Update a snippet',
    description:
      'Drafts, templates, and previews follow; campaigns and funnels that have started do not. If a scheduled campaign or a published funnel sends it, it needs `send_campaigns`.',
  })
  @Key()
  @Answers(shapes.snippetWrittenShape, 'The updated snippet')
  @Refuses({ 400: FAULTY })
  async updateSnippet(@Param('key', snippetKey) key: string, @BodyLike(CHANGE) body: UpdateSnippetDto) {
    return {
      snippet: shapes.snippetOf(await this.snippets.update(key, body.toInput())),
      message: 'Snippet has been saved.',
    };
  }

  @Delete(':key')
  @RequirePermission('manage_campaigns', { summary: 'Delete a snippet', description: 'Refused while it is used.' })
  @Key()
  @Answers(shapes.snippetRemovedShape, 'The snippet is deleted')
  @Refuses({ 400: USED })
  async deleteSnippet(@Param('key', snippetKey) key: string) {
    await this.snippets.remove(key);
    return { message: 'Snippet has been deleted.' };
  }
}
