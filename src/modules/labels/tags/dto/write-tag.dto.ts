import { Text } from '../../../../platform/http/dto-fields.js';
import { givenInput } from '../../../../platform/http/given.js';
import type { LabelInput } from '../../labels.service.js';

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
