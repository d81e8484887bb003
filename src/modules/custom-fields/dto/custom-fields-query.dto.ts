import { Flag, Words } from '../../../platform/http/dto-fields.js';

export class ListCustomFieldsDto {
  @Words(['field_types'], { description: '`field_types` adds what types there are' }) with?: string[];

  wantsTypes(): boolean {
    return this.with?.includes('field_types') ?? false;
  }
}

export class ForceDto {
  @Flag({ default: false, description: 'Go on even if values of contacts are lost' }) force?: boolean;

  /** Clients put it into the query or into the body. */
  or(inBody: boolean | undefined): boolean {
    return this.force ?? inBody ?? false;
  }
}
