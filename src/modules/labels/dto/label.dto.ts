import { Flag, Text } from '../../../platform/http/dto-fields.js';
import { sortable } from '../../../platform/http/page.js';
import { LABEL_SORT_FIELDS, type LabelFilter, type LabelInput } from '../labels.service.js';
import { given, givenInput, nonEmpty } from '../../../platform/http/given.js';

class LabelsQuery {
  @Text({ description: 'Part of the title, slug, or description', example: 'newsletter' }) search?: string;

  @Flag({ default: false, description: 'Omit totalCount and subscribersCount' }) exclude_counts?: boolean;
}

export class ListLabelsDto extends sortable(LabelsQuery, LABEL_SORT_FIELDS) {
  toFilter(): LabelFilter {
    return { sorting: this.toSorting(), ...given({ search: nonEmpty(this.search) }) };
  }
}

// `title` is not in the base class: an inherited "optional" would override a "required" of the subclass.
class ListMembers {
  @Text({ description: 'Identifier for URLs; default: generated from the title', example: 'newsletter' })
  slug?: string;

  @Text({
    nullable: true,
    max: 10_000,
    description: 'Shown in the preference center if the list is public',
    example: 'Product news, monthly',
  })
  description?: string | null;

  @Flag({ description: 'Whether contacts can see and join it in the preference center; `0` or `1`' })
  is_public?: boolean;
}

export class CreateListDto extends ListMembers {
  @Text({ required: true, description: 'Unique, regardless of case', example: 'Newsletter' }) title!: string;

  toInput(): LabelInput & { title: string } {
    return { ...givenInput<CreateListDto>(this), title: this.title };
  }
}

export class UpdateListDto extends ListMembers {
  @Text({ min: 1, description: 'Unique, regardless of case', example: 'Newsletter' }) title?: string;

  toInput(): LabelInput {
    return givenInput<UpdateListDto>(this);
  }
}

// `title` is not in the base class: an inherited "optional" would override a "required" of the subclass.
class TagMembers {
  @Text({ description: 'Identifier for URLs; default: generated from the title', example: 'vip' })
  slug?: string;

  @Text({ nullable: true, max: 10_000, description: 'Internal description', example: 'Buys every month' })
  description?: string | null;
}

export class CreateTagDto extends TagMembers {
  @Text({ required: true, description: 'Unique, regardless of case', example: 'VIP' }) title!: string;

  toInput(): LabelInput & { title: string } {
    return { ...givenInput<CreateTagDto>(this), title: this.title };
  }
}

export class UpdateTagDto extends TagMembers {
  @Text({ min: 1, description: 'Unique, regardless of case', example: 'VIP' }) title?: string;

  toInput(): LabelInput {
    return givenInput<UpdateTagDto>(this);
  }
}
