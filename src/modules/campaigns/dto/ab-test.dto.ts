import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsObject, Matches, ValidateNested } from 'class-validator';
import { Must, OneOf, Text, WholeNumber } from '../../../platform/http/dto-fields.js';
import {
  AB_FALLBACKS,
  AB_METRICS,
  type AbFallback,
  type AbMetric,
  type AbTest,
  type AbVariant,
} from '../campaign/ab-test.js';
import { TranslationsField } from '../../mail-content/templates/translations-field.js';
import type { Translations } from '../../mail-content/rendering/written-content.js';
import { OneLine } from '../../../platform/http/one-line.js';
import { BODY_LENGTH, SUBJECT_LENGTH } from '../../mail-content/templates/template.entity.js';

const KEY = /^[a-z0-9_-]{1,32}$/;
const MOST_VARIANTS = 5;
const WEEK_MINUTES = 7 * 24 * 60;

const VariantKey = (): PropertyDecorator =>
  applyDecorators(
    Text({ required: true, max: 32, description: 'Lower-case letters, digits, _ and -', example: 'a' }),
    Matches(KEY, { message: 'must be 1 to 32 lower-case letters, digits, _ or -' }),
  );

/** Omitted fields are taken from the campaign. */
class AbVariantDto {
  @VariantKey() key!: string;
  @Text({ nullable: true, max: SUBJECT_LENGTH, description: 'Liquid', example: 'Last day!' })
  @OneLine()
  subject?: string | null;
  @Text({ nullable: true, max: SUBJECT_LENGTH, description: 'Liquid', example: null })
  @OneLine()
  pre_header?: string | null;
  @Text({ nullable: true, max: BODY_LENGTH, trim: false, description: 'HTML with Liquid', example: null })
  body?: string | null;
  @WholeNumber({ min: 1, max: 100, default: 1, description: 'Share of the sample, relative to the other variants' })
  weight?: number;
  @TranslationsField() translations?: Translations;

  toVariant(): AbVariant {
    const given = (text: string | null | undefined): string | null => (text === undefined || text === '' ? null : text);
    return {
      key: this.key,
      subject: given(this.subject),
      pre_header: given(this.pre_header),
      body: given(this.body),
      translations: this.translations ?? {},
      weight: this.weight ?? 1,
    };
  }
}

function haveDifferentKeys(variants: unknown): boolean {
  if (!Array.isArray(variants)) return false;
  const keys = variants.map((variant) => (variant as Partial<AbVariantDto> | null)?.key);
  return new Set(keys).size === keys.length;
}

export class AbTestDto {
  @ValidateNested({ each: true })
  // Without it an array is accepted as an object.
  @IsObject({ each: true, message: 'must hold objects' })
  @Type(() => AbVariantDto)
  @Must(haveDifferentKeys, 'must have different keys')
  @ArrayMinSize(2, { message: 'must hold at least 2 variants' })
  @ArrayMaxSize(MOST_VARIANTS, { message: `must hold at most ${MOST_VARIANTS} variants` })
  @IsArray({ message: 'must be an array' })
  @ApiProperty({
    type: () => [AbVariantDto],
    minItems: 2,
    maxItems: MOST_VARIANTS,
    example: [{ key: 'a' }, { key: 'b', subject: 'Last day!' }],
  })
  variants!: AbVariantDto[];

  @WholeNumber({ min: 1, max: 100, default: 20, description: 'Size of the sample in percent of the recipients' })
  sample_percent?: number;

  @OneOf(AB_METRICS, { default: 'opens', description: 'The metric that decides; humans only' }) metric?: AbMetric;

  @WholeNumber({
    min: 1,
    max: WEEK_MINUTES,
    default: 240,
    description: 'Minutes between the end of sending the sample and the decision',
  })
  wait_minutes?: number;

  @OneOf(AB_FALLBACKS, {
    default: 'best',
    description: 'Winner without 95 % confidence: the leading variant, the first variant, or a manager chooses',
  })
  fallback?: AbFallback;

  toAbTest(): AbTest {
    return {
      variants: this.variants.map((variant) => variant.toVariant()),
      sample_percent: this.sample_percent ?? 20,
      metric: this.metric ?? 'opens',
      wait_minutes: this.wait_minutes ?? 240,
      fallback: this.fallback ?? 'best',
    };
  }
}

export class ChooseWinnerDto {
  @VariantKey() key!: string;
}
