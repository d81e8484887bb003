import { Flag, Words } from '../../../platform/http/dto-fields.js';

export class ListCustomFieldsDto {
  @Words(['field_types'], { description: '`field_types` adds the available field types' }) with?: string[];

  wantsTypes(): boolean {
    return this.with?.includes('field_types') ?? false;
  }
}

export class ForceDto {
  @Flag({ default: false, description: 'Allow deleting values of contacts' }) force?: boolean;

  /** Accepts `force` in the query or in the body. */
  or(inBody: boolean | undefined): boolean {
    return this.force ?? inBody ?? false;
  }
}
