import { Flag, Text } from '../../../../platform/http/dto-fields.js';
import type { LabelInput } from '../../labels.service.js';

// The title is in neither class's parent: an inherited "may be absent" would outlive a "required" below it.
class ListMembers {
  @Text({ description: 'For URLs; made from the title when a new list comes without', example: 'newsletter' })
  slug?: string;

  @Text({
    nullable: true,
    max: 10_000,
    description: 'Shown to contacts in the preference centre where the list is public',
    example: 'What is new, on the first of the month',
  })
  description?: string | null;

  @Flag({ description: 'Whether contacts find it in the preference centre and may join it there; `0` or `1`' })
  is_public?: boolean;

  toMembers(): LabelInput {
    return {
      ...(this.slug === undefined ? {} : { slug: this.slug }),
      ...(this.description === undefined ? {} : { description: this.description }),
      ...(this.is_public === undefined ? {} : { isPublic: this.is_public }),
    };
  }
}

export class CreateListDto extends ListMembers {
  @Text({ required: true, description: 'Unique, whatever its case', example: 'Newsletter' }) title!: string;

  toInput(): LabelInput & { title: string } {
    return { ...this.toMembers(), title: this.title };
  }
}

export class UpdateListDto extends ListMembers {
  @Text({ min: 1, description: 'Unique, whatever its case', example: 'Newsletter' }) title?: string;

  toInput(): LabelInput {
    return { ...this.toMembers(), ...(this.title === undefined ? {} : { title: this.title }) };
  }
}
