import { Flag, Text } from '../../../../platform/http/dto-fields.js';
import { givenInput } from '../../../../platform/http/given.js';
import type { LabelInput } from '../../labels.service.js';

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
