import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsObject, ValidateIf, ValidateNested } from 'class-validator';
import { Flag, Text, WholeNumber } from '../../../platform/http/dto-fields.js';
import type { UploadedFile } from '../../mail-content/attachments/attachments.service.js';
import type { UtmName } from '../../mail-content/rendering/contents.service.js';
import type { CampaignContentInput } from '../content/campaign-content.writer.js';
import { FlatAudienceDto } from './campaign-settings.dto.js';

const MAX_ID = 4_294_967_295;
/** 5 MB as base64, with line breaks. */
const BASE64_LENGTH = 7_200_000;
const MAX_FILES = 10;

class AttachmentDto {
  @Text({ required: true, example: 'programme.pdf', description: 'A plain file name' }) filename!: string;
  @Text({ required: true, max: 127, example: 'application/pdf' }) content_type!: string;

  @Text({
    required: true,
    max: BASE64_LENGTH,
    trim: false,
    example: 'JVBERi0xLjcK',
    description: 'At most 5 MB together',
  })
  content_base64!: string;

  toFile(): UploadedFile {
    return { filename: this.filename, contentType: this.content_type, contentBase64: this.content_base64 };
  }
}

const Utm = (example: string): PropertyDecorator =>
  Text({ nullable: true, example, description: 'Appended to links; a parameter that is in a link already stays' });

/** What goes with a content besides its words. */
export class CampaignExtrasDto extends FlatAudienceDto {
  @WholeNumber({
    nullable: true,
    min: 1,
    max: MAX_ID,
    example: null,
    description: 'Copies the template into whatever of the content is not given beside it',
  })
  template_id?: number | null;

  @Flag({ default: false, description: 'Whether the parameters below are appended to links' }) utm_status?: boolean;
  @Utm('newsletter') utm_source?: string | null;
  @Utm('email') utm_medium?: string | null;
  @Utm('spring') utm_campaign?: string | null;
  @Utm('shoes') utm_term?: string | null;
  @Utm('header') utm_content?: string | null;

  @ValidateIf((_object, value) => value !== undefined)
  @IsArray({ message: 'must be an array' })
  @ArrayMaxSize(MAX_FILES, { message: `must hold at most ${MAX_FILES} files` })
  @IsObject({ each: true, message: 'must hold objects with filename, content_type and content_base64' })
  @ValidateNested({ each: true })
  @Type(() => AttachmentDto)
  @ApiProperty({
    required: false,
    type: () => [AttachmentDto],
    maxItems: MAX_FILES,
    description: 'All of them; an empty array removes them',
  })
  attachments?: AttachmentDto[];

  protected extrasInput(): CampaignContentInput {
    const utm = this.utmInput();
    return {
      ...(this.template_id === undefined ? {} : { templateId: this.template_id }),
      ...(this.utm_status === undefined ? {} : { utmStatus: this.utm_status }),
      ...(Object.keys(utm).length === 0 ? {} : { utm }),
      ...(this.attachments === undefined ? {} : { attachments: this.attachments.map((file) => file.toFile()) }),
    };
  }

  private utmInput(): Partial<Record<UtmName, string | null>> {
    const { utm_source, utm_medium, utm_campaign, utm_term, utm_content } = this;
    const parameters = { utm_source, utm_medium, utm_campaign, utm_term, utm_content };
    return Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== undefined));
  }
}
