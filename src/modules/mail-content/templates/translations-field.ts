import { applyDecorators } from '@nestjs/common';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ValidateIf } from 'class-validator';
import { Member, Must } from '../../../platform/http/dto-fields.js';
import * as s from '../../../shapes/shape.js';
import { BODY_LENGTH, SUBJECT_LENGTH } from '../rendering/frame.js';
import { canonical, LANGUAGE } from '../rendering/translations.js';
import type { Translations } from '../rendering/written-content.js';
import { dataFaults } from './data-schema.js';

const LINE = { type: 'string', maxLength: SUBJECT_LENGTH, pattern: '^[^\\p{Cc}\\u2028\\u2029]*$' };
const BODY = { type: 'string', maxLength: BODY_LENGTH };

export const translationsShape = s.json<Translations>({
  type: 'object',
  maxProperties: 30,
  propertyNames: { pattern: LANGUAGE },
  additionalProperties: {
    type: 'object',
    properties: { email_subject: LINE, email_pre_header: LINE, email_body: BODY, text: BODY },
    additionalProperties: false,
  },
  description: 'The content by language, such as `de` or `pt-BR`; members that are missing or empty are not translated',
  examples: [{ de: { email_subject: 'Hallo {{ contact.first_name }}', email_body: '<p>Hallo</p>' } }],
});

const faultIn = (sent: unknown): string =>
  (Object.entries(dataFaults(translationsShape, sent, ''))[0] ?? ['']).join(' ').replace(/^\./, '');

/** The field of a request. */
export const TranslationsField = (): PropertyDecorator =>
  applyDecorators(
    ValidateIf((_object, value) => value !== undefined),
    Transform(({ value: sent = {} }: { value?: Translations | null }) =>
      faultIn(sent ?? {}) ? sent : canonical(sent ?? {}),
    ),
    Must((value) => faultIn(value) === '', faultIn),
    Member(translationsShape as ApiPropertyOptions),
  );
