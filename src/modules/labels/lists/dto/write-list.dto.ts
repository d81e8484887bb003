import { Flag, Text } from '../../../../platform/http/dto-fields.js';
import type { LabelInput } from '../../labels.service.js';
import { given } from '../../../../platform/http/given.js';

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

  toMembers(): LabelInput {
    const { slug, description, is_public: isPublic } = this;
    return given({ slug, description, isPublic });
  }
}

export class CreateListDto extends ListMembers {
  @Text({ required: true, description: 'Unique, regardless of case', example: 'Newsletter' }) title!: string;

  toInput(): LabelInput & { title: string } {
    return { ...this.toMembers(), title: this.title };
  }
}

export class UpdateListDto extends ListMembers {
  @Text({ min: 1, description: 'Unique, regardless of case', example: 'Newsletter' }) title?: string;

  toInput(): LabelInput {
    return { ...this.toMembers(), ...given({ title: this.title }) };
  }
}
