import { Matches } from 'class-validator';
import { Text } from '../../../../platform/http/dto-fields.js';
import { given } from '../../../../platform/http/given.js';
import { numberedQuery } from '../../../../platform/http/page.js';
import { KEY, KEY_LENGTH } from '../snippet.entity.js';
import type { SnippetInput } from '../snippets.service.js';

const Content = (description: string, example: string | null): PropertyDecorator =>
  Text({ nullable: true, max: 200_000, trim: false, description, example });

// `title` is not in the base class: an inherited "optional" would override a "required" of the subclass.
class SnippetDto {
  title?: string;
  @Content('For HTML (Liquid)', '<p>{{ business.name }}</p>') html?: string | null;
  @Content('For MJML (Liquid)', null) mjml?: string | null;
  @Content('For subjects, preview texts, and text parts (Liquid)', '{{ business.name }}') text?: string | null;

  toInput(): SnippetInput {
    const { title, html, mjml, text } = this;
    return given({ title, html, mjml, text });
  }
}

export class UpdateSnippetDto extends SnippetDto {
  @Text({ min: 1, example: 'Footer' }) declare title?: string;
}

export class CreateSnippetDto extends SnippetDto {
  @Text({ required: true, max: KEY_LENGTH, description: 'Lower-case letters, digits, _ and -', example: 'footer' })
  @Matches(KEY, { message: 'must be lower-case letters, digits, _ and -' })
  key!: string;

  @Text({ required: true, example: 'Footer' }) declare title: string;
}

export class SnippetUsesDto extends numberedQuery(100) {}
