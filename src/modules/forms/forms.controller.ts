import { Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiExtraModels } from '@nestjs/swagger';
import { Answers, invalid, Refuses, RequirePermission } from '../../platform/access/operation.js';
import { BodyLike, RecordId, Resource } from '../../platform/http/resource.js';
import { pageOf, PageUrl } from '../../platform/http/page.js';
import { CreateFormDto, FormFieldDto, ListFormsDto, UpdateFormDto } from './dto/form.dto.js';
import * as shapes from './dto/form.shapes.js';
import { FormPages } from './form-pages.service.js';
import { FormsService } from './forms.service.js';

const FAULTY = invalid('A list, tag, or field does not exist, or a value is not allowed', { lists: 'unknown: 99' });
const VALUE = { title: 'Our newsletter', fields: ['first_name'], consent_text: 'I want to receive the newsletter.' };
const EXAMPLES = { form: { summary: 'A form with a name', value: VALUE } };

@ApiExtraModels(FormFieldDto)
@Resource('forms', 'Forms')
export class FormsController {
  constructor(
    private readonly forms: FormsService,
    private readonly pages: FormPages,
  ) {}

  @Get()
  @RequirePermission('manage_contacts', { summary: 'List sign-up forms', description: 'Newest first.' })
  @Answers(shapes.formsShape, 'A page of forms')
  async listForms(@Query() query: ListFormsDto, @PageUrl() url: string) {
    return { forms: pageOf(await this.forms.list(query.toPage()), url, shapes.formOf) };
  }

  @Get(':id')
  @RequirePermission('manage_contacts', { summary: 'Get a sign-up form', description: 'With the URL of its page.' })
  @Answers(shapes.oneFormShape, 'The form')
  async getForm(@RecordId('form') id: number) {
    return { form: shapes.formOf(await this.forms.get(id)) };
  }

  @Get(':id/embed')
  @RequirePermission('manage_contacts', {
    summary: 'Get the HTML of a sign-up form',
    description:
      'For websites; works without scripts. With `allowed_origins` it has the script that solves challenges.',
  })
  @Answers(shapes.embedShape, 'The HTML')
  async getFormEmbed(@RecordId('form') id: number) {
    return { html: await this.pages.embed(await this.forms.get(id)) };
  }

  @Post()
  @RequirePermission('manage_contacts', { summary: 'Create a sign-up form', description: 'Its page works at once.' })
  @Answers(shapes.formWrittenShape, 'The new form')
  @Refuses({ 400: FAULTY })
  async createForm(@BodyLike(EXAMPLES) body: CreateFormDto) {
    return { form: shapes.formOf(await this.forms.create(body.toInput())), message: shapes.FORM_SAVED };
  }

  @Put(':id')
  @RequirePermission('manage_contacts', {
    summary: 'Update a sign-up form',
    description: 'Omitted fields are unchanged.',
  })
  @Answers(shapes.formWrittenShape, 'The updated form')
  @Refuses({ 400: FAULTY })
  async updateForm(@RecordId('form') id: number, @BodyLike(EXAMPLES) body: UpdateFormDto) {
    return { form: shapes.formOf(await this.forms.update(id, body.toInput())), message: shapes.FORM_SAVED };
  }

  @Delete(':id')
  @RequirePermission('manage_contacts', {
    summary: 'Delete a sign-up form',
    description: 'Its page and its HTML stop working. Contacts who were asked can still confirm.',
  })
  @Answers(shapes.formRemovedShape, 'The form is deleted')
  async deleteForm(@RecordId('form') id: number) {
    await this.forms.remove(id);
    return { message: shapes.FORM_REMOVED };
  }
}
