import { Flag, Id } from '../../../platform/http/dto-fields.js';
import { pageQuery } from '../../../platform/http/page.js';
import { sortable } from '../../../platform/http/sorting.js';
import { CONTACT_SORTING } from '../../contacts/listing/contact-selection.js';

const PER_PAGE = 10;
export class SegmentMembersDto extends sortable(pageQuery(PER_PAGE), CONTACT_SORTING.fields, {
  field: 'id',
  direction: 'DESC',
}) {
  @Flag({ default: false, description: 'Include `custom_values`' }) custom_fields?: boolean;

  toWithCustomValues(): boolean {
    return this.custom_fields ?? false;
  }
}

export class ExplainSegmentDto {
  @Id({ required: true, description: 'Id of the contact to explain', example: 1 })
  contact_id!: number;

  toContactId(): number {
    return this.contact_id;
  }
}
