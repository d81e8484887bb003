import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsObject, ValidateIf, ValidateNested } from 'class-validator';
import { Text } from '../../../platform/http/dto-fields.js';
import { MAX_FILES, type UploadedFile } from './attachments.service.js';

/** 5 MB as base64, with line breaks. */
const BASE64_LENGTH = 7_200_000;

export class AttachmentDto implements UploadedFile {
  @Text({ required: true, example: 'programme.pdf', description: 'A plain file name' }) filename!: string;
  @Text({ required: true, max: 500, example: 'application/pdf', description: 'With or without parameters' })
  content_type!: string;

  @Text({
    required: true,
    max: BASE64_LENGTH,
    trim: false,
    example: 'JVBERi0xLjcK',
    description: 'At most 5 MB for all attachments together',
  })
  content_base64!: string;
}

export const Attachments = (description: string): PropertyDecorator =>
  applyDecorators(
    ValidateIf((_object, value) => value !== undefined),
    IsArray({ message: 'must be an array' }),
    ArrayMaxSize(MAX_FILES, { message: `must hold at most ${MAX_FILES} files` }),
    IsObject({ each: true, message: 'must hold objects with filename, content_type and content_base64' }),
    ValidateNested({ each: true }),
    Type(() => AttachmentDto),
    ApiProperty({ required: false, type: () => [AttachmentDto], maxItems: MAX_FILES, description }),
  );
